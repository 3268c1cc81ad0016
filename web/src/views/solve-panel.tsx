// The panel in which the problem is solved, and its answer read.

import { Convention, LengthKind, LineKind, Outcome, type Progress, type SolveResponse, type Soundness } from "../../generated/tsume/v1/tsume_pb";
import { answerWords, findingWords, handWords, lengthWords, soundnessWords } from "../answer.ts";
import { count, duration, moveText, t } from "../language.ts";
import { solving } from "../solving.ts";
import { store } from "../store.ts";
import type { Key } from "../strings.ts";
import { Action, Choice } from "./controls.tsx";
import { AnswerLine, Moves, RecordedLine, VariationTree } from "./line.tsx";

const SECONDS = [2, 10, 30, 60, 300, 1800];
/** Findings that are shown at first. */
const FEW = 6;
const LENGTHS = [
  [LengthKind.CONVENTIONAL, "length_conventional"],
  [LengthKind.RAW, "length_raw"],
  [LengthKind.FIRST, "length_first"],
] as const;
const CONVENTIONS = [
  [Convention.STANDARD, "convention_standard"],
  [Convention.NARROW, "convention_narrow"],
  [Convention.WIDE, "convention_wide"],
  [Convention.NONE, "convention_none"],
] as const;

export function SolvePanel() {
  const { stage } = solving;
  return (
    <>
      <div class="row-of">
        <Action id="solve" main onAct={() => void solving.solve()} disabled={stage === "running"}>
          {t(stage === "idle" ? "solve" : "solve_again")}
        </Action>
        {solving.running && <Action id="stop" onAct={() => solving.stop()}>{t("stop")}</Action>}
      </div>
      <Options />
      <Result />
      <RecordedLine />
    </>
  );
}

function Options() {
  const { wishes } = solving;
  const choose = <Name extends keyof typeof wishes>(name: Name) => (value: (typeof wishes)[Name]) => {
    wishes[name] = value;
    store.changed();
  };
  const time = (seconds: number) => (seconds < 60 ? t("seconds_value", { seconds }) : t("minutes_value", { minutes: seconds / 60 }));
  const texts = <Value extends number>(rows: readonly (readonly [Value, Key])[]) => rows.map(([value, key]) => [value, t(key)] as const);
  return (
    <details id="options" class="options">
      <summary>{t("options")}</summary>
      <div class="row-of">
        <Choice id="seconds" label={t("seconds")} value={wishes.seconds} options={SECONDS.map((value) => [value, time(value)] as const)} onChoose={choose("seconds")} />
        <Choice id="length" label={t("length")} value={wishes.length} options={texts<LengthKind>(LENGTHS)} onChoose={choose("length")} />
        <Choice id="convention" label={t("convention")} value={wishes.convention} options={texts<Convention>(CONVENTIONS)} onChoose={choose("convention")} />
        <label class="tick" for="soundness">
          <input id="soundness" type="checkbox" checked={wishes.soundness} disabled={wishes.length === LengthKind.FIRST} onChange={(event) => choose("soundness")(event.currentTarget.checked)} />
          {t("examine")}
        </label>
      </div>
    </details>
  );
}

function Result() {
  const { stage, answer, progress, failure } = solving;
  switch (stage) {
    case "idle":
      return null;
    case "running":
      return <Running progress={progress} />;
    case "failed":
      return (
        <>
          <p id="failure" class="trouble">{failure?.()}</p>
          {progress && <Figures progress={progress} />}
        </>
      );
    case "stopped":
      return <Stopped progress={progress} />;
    case "answered":
      return answer ? <Answer answer={answer} /> : null;
  }
}

function Running({ progress }: { progress: Progress | undefined }) {
  return (
    <section id="progress" class="block" aria-busy="true">
      <p class="searching">{t("searching")}</p>
      {progress && <Figures progress={progress} />}
    </section>
  );
}

/** Proof numbers from here on are infinite: proved, or refuted. */
const INFINITE = 2 ** 30;
const proofCount = (number: number) => (number >= INFINITE ? "∞" : count(number));

function Figures({ progress }: { progress: Progress }) {
  const bounds = progress.conventionalLength ?? progress.rawLength;
  const rows: [Key, string][] = [
    ["nodes", count(progress.nodes)],
    ["speed", count(progress.nodesPerSecond)],
    ["time", duration(progress.elapsedUs)],
    ["numbers", `${proofCount(progress.proofNumber)} / ${proofCount(progress.disproofNumber)}`],
  ];
  return (
    <>
      <dl class="figures">
        {rows.map(([key, value]) => <div key={key} data-figure={key}><dt>{t(key)}</dt><dd>{value}</dd></div>)}
        {bounds && <div data-figure="bounds"><dt>{t("bounds")}</dt><dd>{lengthWords(bounds)}</dd></div>}
      </dl>
      {progress.line.length > 0 && <p class="soft">{t("best_line")}: {progress.line.map(moveText).join(" ")}</p>}
    </>
  );
}

function Stopped({ progress }: { progress: Progress | undefined }) {
  const raw = progress?.rawLength;
  return (
    <section id="answer" class="answer unknown" data-outcome="stopped">
      <h2>{raw ? t("outcome_mate_unproved") : t("outcome_unknown")}</h2>
      <p>{t("stopped")} {raw ? t("mate_unproved_text", { length: lengthWords(progress?.conventionalLength ?? raw) }) : t("stopped_nothing")}</p>
      {progress && <Figures progress={progress} />}
      <AnswerLine />
    </section>
  );
}

const OUTCOMES = { [Outcome.MATE]: "mate", [Outcome.NO_MATE]: "no_mate", [Outcome.UNKNOWN]: "unknown", [Outcome.UNSPECIFIED]: "unknown" };

function Answer({ answer }: { answer: SolveResponse }) {
  const [headline, ...sentences] = answerWords(answer);
  const outcome = OUTCOMES[answer.outcome];
  return (
    <>
      <section id="answer" class={`answer ${outcome}`} data-outcome={outcome} data-plies={answer.line.length}>
        <h2>{headline}</h2>
        {sentences.map((sentence) => <p key={sentence}>{sentence}</p>)}
        {answer.outcome === Outcome.MATE && <Lengths answer={answer} />}
        {answer.lineKind === LineKind.FOUND && <p class="soft">{t("line_found")}</p>}
        <AnswerLine />
        <Spent answer={answer} />
      </section>
      <OtherLine answer={answer} />
      <VariationTree variations={answer.variations} />
      {answer.outcome === Outcome.MATE && <SoundnessView />}
    </>
  );
}

function Lengths({ answer }: { answer: SolveResponse }) {
  const differing = answer.conventionLengths.map(({ convention, length }) => {
    const key = CONVENTIONS.find(([known]) => known === convention)?.[1];
    return key && length ? `${t(key)} ${lengthWords(length)}` : "";
  });
  return (
    <>
      <dl id="lengths" class="figures">
        {answer.conventionalLength && <div data-figure="conventional"><dt>{t("conventional_length")}</dt><dd>{lengthWords(answer.conventionalLength)}</dd></div>}
        {answer.rawLength && <div data-figure="raw"><dt>{t("raw_length")}</dt><dd>{lengthWords(answer.rawLength)}</dd></div>}
        {answer.leftover && <div data-figure="leftover"><dt>{t("leftover")}</dt><dd id="leftover">{handWords(answer.leftover)}</dd></div>}
      </dl>
      {answer.conventionsDiffer && <p class="soft">{t("conventions_differ", { lengths: differing.filter(Boolean).join(", ") })}</p>}
    </>
  );
}

function Spent({ answer }: { answer: SolveResponse }) {
  const { statistics } = answer;
  if (!statistics) return null;
  const text = statistics.fromStore ? t("from_store") : t("spent", { nodes: count(statistics.nodes), time: duration(statistics.elapsedUs) });
  return <p id="spent" class="soft">{text}</p>;
}

/** The line of the raw length, where it is not the answer. */
function OtherLine({ answer }: { answer: SolveResponse }) {
  const moves = answer.rawLine?.moves ?? [];
  if (moves.length === 0) return null;
  const shown = solving.line === moves;
  return (
    <details class="block">
      <summary>{t("line_raw")}</summary>
      <div id="raw-line">
        <Moves
          moves={moves}
          from={1}
          at={shown ? solving.at : undefined}
          onStep={(ply) => {
            solving.stepOther(moves);
            solving.step(ply);
          }}
        />
      </div>
    </details>
  );
}

function SoundnessView() {
  const { examined, examining, soundnessFailure } = solving;
  if (!examined && !examining && !soundnessFailure) return null;
  return (
    <section id="soundness-result" class="block" data-sound={examined?.soundness?.sound} aria-busy={examining}>
      <h3>{t("soundness")}</h3>
      {examining && <p class="searching">{t("soundness_running")}</p>}
      {soundnessFailure && <p class="soft">{t("soundness_failed", { reason: soundnessFailure() })}</p>}
      {examined && <p>{soundnessWords(examined)}</p>}
      {examined?.soundness && <Findings soundness={examined.soundness} />}
    </section>
  );
}

function showAllFindings(): void {
  solving.allFindings = true;
  store.changed();
}

function Findings({ soundness }: { soundness: Soundness }) {
  const shown = solving.allFindings ? soundness.findings : soundness.findings.slice(0, FEW);
  return (
    <>
      <ul id="findings" class="findings">
        {shown.map((finding, index) => (
          <li key={index}>
            <button
              type="button"
              class="finding"
              data-finding={finding.kind}
              data-ply={finding.ply}
              data-usi={finding.move?.usi}
              aria-pressed={solving.finding === finding}
              onClick={() => solving.showFinding(finding)}
            >
              {findingWords(finding)}
            </button>
          </li>
        ))}
      </ul>
      {shown.length < soundness.findings.length && (
        <Action id="all-findings" onAct={showAllFindings}>{t("findings_all", { count: soundness.findings.length })}</Action>
      )}
      {soundness.cut > 0 && <p class="soft">{t("findings_cut", { count: soundness.cut })}</p>}
    </>
  );
}
