// The service on the page's own origin, and what its refusals mean to a person.

import { Code, ConnectError, createClient, type Interceptor } from "@connectrpc/connect";
import { createGrpcWebTransport } from "@connectrpc/connect-web";
import { RetryInfoSchema } from "../generated/google/rpc/error_details_pb";
import { InputFaultsSchema, Side as WireSide, TsumeService, type Fault } from "../generated/tsume/v1/tsume_pb";
import { lookUp, t } from "./language.ts";
import type { Side } from "./position.ts";
import { store } from "./store.ts";
import type { Format } from "./text.ts";

const KEPT = "tsumi.token";
let token = kept();

// Headers carry nothing else (RFC 6750: even less).
const isToken = (text: string) => /^[\x21-\x7e]+$/.test(text);

/** Sends this token with every call from now on. It is kept as long as the browser's tab. False: it cannot be a token. */
export function useToken(given: string): boolean {
  if (!isToken(given)) return false;
  token = given;
  store.wantsToken = false;
  try {
    sessionStorage.setItem(KEPT, given);
  } catch {
    // Storage may be forbidden: then it is kept as long as the page.
  }
  return true;
}

function kept(): string {
  try {
    const text = sessionStorage.getItem(KEPT) ?? "";
    return isToken(text) ? text : "";
  } catch {
    return "";
  }
}

/** Milliseconds before a call that has not reached the service is tried once more. */
const SECOND_TRY = 300;

// Networks change under a page: a telephone wakes up or leaves a house. No call changes anything, so each may be made again.
const persistent: typeof fetch = async (address, request) => {
  try {
    return await fetch(address, request);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    await new Promise((resolve) => setTimeout(resolve, SECOND_TRY));
    return await fetch(address, request);
  }
};

const withToken: Interceptor = (next) => async (request) => {
  if (token) request.header.set("authorization", `Bearer ${token}`);
  try {
    return await next(request);
  } catch (error) {
    if (ConnectError.from(error).code === Code.Unauthenticated) store.wantsToken = true;
    throw error;
  }
};

export const service = createClient(TsumeService, createGrpcWebTransport({ baseUrl: location.origin, interceptors: [withToken], fetch: persistent }));

export const wireSide = (side: Side): WireSide => (side === "b" ? WireSide.BLACK : WireSide.WHITE);

/** A position in a request, from a text in this notation. */
export const positionOf = (format: Format, text: string) =>
  format === "usi"
    ? ({ case: "usi", value: { position: text } } as const)
    : ({ case: format, value: text } as const);

/** A position in a request: an SFEN and moves from there. */
export const movesOf = (sfen: string, moves: readonly string[]): { case: "usi"; value: { position: string; moves: string[] } } =>
  ({ case: "usi", value: { position: `sfen ${sfen}`, moves: [...moves] } });

/** What is wrong with the input, if that is why the call was refused. */
export function faultsOf(error: unknown): Fault[] {
  return ConnectError.from(error)
    .findDetails(InputFaultsSchema)
    .flatMap((detail) => detail.faults);
}

/** A fault in the page's language; the service's own sentence where there is none. */
export const faultText = (fault: Fault): string => lookUp(`fault_${fault.reason}`) ?? fault.message;

export const isCancelled = (error: unknown): boolean => ConnectError.from(error).code === Code.Canceled;

/** A sentence for a person on why a call failed. */
export function words(error: unknown): string {
  const failure = ConnectError.from(error);
  const faults = faultsOf(failure);
  if (faults.length > 0) return faults.map(faultText).join(" ");
  // How `fetch` fails; an error that did not come by way of a call is a fault of the page.
  if (error instanceof ConnectError && error.cause instanceof TypeError) return t("error_offline");
  switch (failure.code) {
    case Code.Unavailable:
      return t("error_unavailable");
    case Code.ResourceExhausted:
      return t("error_busy", { when: retryTime(failure) });
    case Code.Unauthenticated:
      return t("error_token");
    case Code.PermissionDenied:
      return t("error_denied");
    default:
      return t("error_other", { message: failure.rawMessage });
  }
}

function retryTime(failure: ConnectError): string {
  const delay = failure.findDetails(RetryInfoSchema)[0]?.retryDelay;
  if (!delay) return "";
  return t("error_busy_when", { seconds: Math.max(1, Math.ceil(Number(delay.seconds) + delay.nanos / 1e9)) });
}
