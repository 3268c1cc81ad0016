// Lines of moves to step through.

import { Fragment } from "preact";
import type { Move, Variation, Variations } from "../../generated/tsume/v1/tsume_pb";
import { answerWords, lengthWords } from "../answer.ts";
import { moveText, t } from "../language.ts";
import { solving } from "../solving.ts";
import { store } from "../store.ts";
import { Action } from "./controls.tsx";
import { Icon } from "./icons.tsx";

/** What stands under the board: on narrow screens, where the answer is further down, its headline; and the buttons. */
export function UnderBoard() {
  const { line, answer } = solving;
  const headline = answer && answerWords(answer)[0];
  return (
    <>
      {headline && <p class="headline" aria-hidden="true">{headline}</p>}
      {line.length > 0 && <Stepper />}
    </>
  );
}

/** Buttons that step through the line that is shown. */
function Stepper() {
  const { at, line } = solving;
  const go = (to: number) => () => solving.step(to);
  return (
    <div class="stepper" role="group" aria-label={t("stepping")} onKeyDown={stepByKey}>
      <Action id="first" onAct={go(0)} label={t("first")} disabled={at === 0}><Icon name="first" /></Action>
      <Action id="back" onAct={go(at - 1)} label={t("back")} disabled={at === 0}><Icon name="back" /></Action>
      <output id="ply" class="ply">{t("ply_of", { ply: at, all: line.length })}</output>
      <Action id="forward" onAct={go(at + 1)} label={t("forward")} disabled={at === line.length}><Icon name="forward" /></Action>
      <Action id="last" onAct={go(line.length)} label={t("last")} disabled={at === line.length}><Icon name="last" /></Action>
    </div>
  );
}

/** Arrow keys step, wherever in the line the focus is. */
export function stepByKey(event: KeyboardEvent): void {
  const to = { ArrowLeft: solving.at - 1, ArrowRight: solving.at + 1, Home: 0, End: solving.line.length }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  solving.step(to);
}

interface MovesProps {
  readonly moves: readonly Move[];
  /** The ply of the first of them. */
  readonly from: number;
  /** The ply that is on the board, if it is one of these moves. */
  readonly at: number | undefined;
  readonly onStep: (ply: number) => void;
}

export function Moves({ moves, from, at, onStep }: MovesProps) {
  return (
    <ol class="moves" start={from} onKeyDown={stepByKey}>
      {moves.map((move, index) => {
        const ply = from + index;
        return (
          <li key={ply}>
            <button type="button" class="move" data-ply={ply} data-usi={move.usi} aria-current={at === ply ? "step" : undefined} onClick={() => onStep(ply)}>
              <span class="number">{ply}</span> {moveText(move)}
            </button>
          </li>
        );
      })}
    </ol>
  );
}

export function AnswerLine() {
  const { main, branch, at } = solving;
  if (main.length === 0) return null;
  return (
    <div id="line">
      <Moves moves={main} from={1} at={branch === -1 ? at : undefined} onStep={(ply) => solving.stepAnswer(ply)} />
    </div>
  );
}

/** The defender's alternatives as a tree: the plies of the line, at each the moves that could stand there. */
export function VariationTree({ variations }: { variations: Variations | undefined }) {
  if (!variations || variations.variations.length === 0) return null;
  const numbered = variations.variations.map((variation, index) => ({ variation, index }));
  const plies = [...new Set(numbered.map(({ variation }) => variation.ply))];
  return (
    <section class="block">
      <h3>{t("variations")}</h3>
      <ul id="variations" class="tree">
        {plies.map((ply) => {
          const here = numbered.filter(({ variation }) => variation.ply === ply);
          const stem = solving.stem[ply - 1];
          return (
            <li key={ply}>
              <details open={numbered.length <= 8 || here.some(({ index }) => index === solving.branch)}>
                <summary>
                  <span class="number">{ply}</span> {stem && moveText(stem)} <span class="soft">{t("variations_at", { count: here.length })}</span>
                </summary>
                <ul>{here.map(({ variation, index }) => <Branch key={index} variation={variation} index={index} />)}</ul>
              </details>
            </li>
          );
        })}
      </ul>
      {variations.cut > 0 && <p class="soft">{t("variations_cut", { count: variations.cut })}</p>}
    </section>
  );
}

const MARKS = { 0: undefined, 1: "mark_equal", 2: "mark_clean" } as const;

function Branch({ variation, index }: { variation: Variation; index: number }) {
  const mark = MARKS[variation.mark];
  return (
    <li class="branch" data-variation={index}>
      <Moves
        moves={variation.line?.moves ?? []}
        from={variation.ply}
        at={solving.branch === index ? solving.at : undefined}
        onStep={(ply) => solving.stepVariation(index, variation, ply - variation.ply + 1)}
      />
      <span class="soft">
        {variation.length && lengthWords(variation.length)}
        {mark && <Fragment> · {t(mark)}</Fragment>}
      </span>
    </li>
  );
}

export function RecordedLine() {
  if (store.recorded.length === 0) return null;
  return (
    <section class="block">
      <h3>{t("line_record")}</h3>
      <div id="recorded">
        <Moves
          moves={store.recorded}
          from={1}
          at={solving.line === store.recorded ? solving.at : undefined}
          onStep={(ply) => {
            solving.stepOther(store.recorded);
            solving.step(ply);
          }}
        />
      </div>
    </section>
  );
}
