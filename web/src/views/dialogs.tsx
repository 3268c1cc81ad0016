// What is asked in between.

import { useEffect, useRef } from "preact/hooks";
import { pieceName, t } from "../language.ts";
import { store } from "../store.ts";
import { Action } from "./controls.tsx";
import { PieceView } from "./piece.tsx";

/** A modal dialog that is open as long as it is drawn; the focus returns to where it was. */
function useModal() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return dialog;
}

export function Dialogs() {
  return (
    <>
      {store.question && <Promotion />}
      {store.leaflet && <Leaflet />}
    </>
  );
}

function Promotion() {
  const dialog = useModal();
  const question = store.question;
  if (!question) return null;
  const { piece } = question;
  return (
    <dialog
      id="promote"
      ref={dialog}
      aria-labelledby="promote-question"
      onCancel={(event) => {
        event.preventDefault();
        question.answer(undefined);
      }}
    >
      <h2 id="promote-question">{t("promote_question", { piece: pieceName(piece) })}</h2>
      <div class="forms">
        <Action id="promote-yes" onAct={() => question.answer(true)}><PieceView piece={{ ...piece, promoted: true }} />{t("promote_yes")}</Action>
        <Action id="promote-no" onAct={() => question.answer(false)}><PieceView piece={piece} />{t("promote_no")}</Action>
      </div>
      <div class="row-of">
        <Action id="promote-cancel" onAct={() => question.answer(undefined)}>{t("cancel")}</Action>
      </div>
    </dialog>
  );
}

function close(): void {
  store.leaflet = undefined;
  store.changed();
}

function Leaflet() {
  const dialog = useModal();
  const text = useRef<HTMLTextAreaElement>(null);
  useEffect(() => text.current?.select(), []);
  return (
    <dialog id="leaflet" ref={dialog} aria-labelledby="leaflet-title" onCancel={close}>
      <h2 id="leaflet-title">{store.leaflet?.what}</h2>
      <p>{t("copy_by_hand")}</p>
      <textarea ref={text} readOnly rows={6} value={store.leaflet?.text} aria-labelledby="leaflet-title" />
      <div class="row-of"><Action id="leaflet-close" main onAct={close}>{t("close")}</Action></div>
    </dialog>
  );
}
