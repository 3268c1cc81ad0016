// The panel in which a problem is chosen, pasted or set up.

import { useEffect, useRef } from "preact/hooks";
import { clearBoard, giveRest, setAttacker, setTurn } from "../editing.ts";
import { t } from "../language.ts";
import { other } from "../position.ts";
import { canUndo, read, readFile, undo } from "../problem.ts";
import { store } from "../store.ts";
import { rangeOf } from "../text.ts";
import { Action, Choice, Faults } from "./controls.tsx";

export function PositionPanel() {
  return (
    <>
      <Paste />
      <SetUp />
    </>
  );
}

function Paste() {
  const area = useRef<HTMLTextAreaElement>(null);
  const faulty = store.textFaults.length > 0;
  useEffect(() => markFault(area.current), [store.textFaults]);
  return (
    <form
      class="block"
      onSubmit={(event) => {
        event.preventDefault();
        void read(store.text);
      }}
    >
      <label for="text"><h3>{t("paste_label")}</h3></label>
      <textarea
        id="text"
        ref={area}
        rows={4}
        spellcheck={false}
        autocomplete="off"
        value={store.text}
        aria-invalid={faulty}
        aria-describedby="text-hint text-faults"
        onInput={(event) => (store.text = event.currentTarget.value)}
        onPaste={(event) => takePaste(event)}
      />
      <p id="text-hint" class="soft">{t("paste_hint")}</p>
      <div class="row-of">
        <button type="submit" id="read" class="action main">{t("read")}</button>
        <label class="action file">
          {t("open_file")}
          <input id="file" class="unseen" type="file" onChange={(event) => takeFile(event.currentTarget)} />
        </label>
      </div>
      <Faults id="text-faults" faults={store.textFaults} />
      {store.textNote && <p id="text-note" class="good">{store.textNote}</p>}
    </form>
  );
}

/** The faults whose place was shown: showing it once is enough. */
let marked: unknown;

/** Selects the part of the text that the first fault is about. */
function markFault(area: HTMLTextAreaElement | null): void {
  const place = store.textFaults.find((fault) => fault.place.case === "text")?.place;
  if (!area || place?.case !== "text" || marked === store.textFaults) return;
  marked = store.textFaults;
  const [start, end] = rangeOf(area.value, place.value.start, place.value.end);
  area.focus();
  area.setSelectionRange(start, Math.max(end, start + 1));
}

// What is pasted into an empty field is read at once.
function takePaste(event: ClipboardEvent): void {
  const text = event.clipboardData?.getData("text") ?? "";
  if (store.text.trim() !== "" || text.trim() === "") return;
  event.preventDefault();
  event.stopPropagation();
  void read(text);
}

function takeFile(input: HTMLInputElement): void {
  const file = input.files?.[0];
  if (file) void readFile(file);
  input.value = "";
}

function SetUp() {
  const { root, attacker } = store;
  return (
    <section class="block">
      <h3>{t("set_up")}</h3>
      <p class="soft">{t("set_up_hint")}</p>
      <div class="row-of">
        <Choice id="attacker" label={t("attacks")} value={attacker} options={[["b", t("black")], ["w", t("white")]]} onChoose={setAttacker} />
        <Choice
          id="turn"
          label={t("to_move")}
          value={root.turn}
          options={[[attacker, t("Attacker")], [other(attacker), t("Defender")]]}
          onChoose={setTurn}
        />
      </div>
      <div class="row-of">
        <Action id="rest" onAct={giveRest}>{t("rest")}</Action>
        <Action id="clear" onAct={clearBoard}>{t("clear")}</Action>
        <Action id="undo" onAct={undo} disabled={!canUndo()}>{t("undo")}</Action>
      </div>
      {store.isProblem && <p id="is-problem" class="good">{t("sound_position")}</p>}
    </section>
  );
}
