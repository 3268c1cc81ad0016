// Small parts that panels are made of.

import type { ComponentChildren } from "preact";
import type { Fault } from "../../generated/tsume/v1/tsume_pb";
import { faultText } from "../api.ts";

interface ActionProps {
  readonly id: string;
  readonly onAct: () => void;
  readonly children: ComponentChildren;
  readonly main?: boolean;
  readonly disabled?: boolean;
  readonly label?: string;
}

/** A button. One that can do nothing now keeps the focus, which a disabled one would lose. */
export function Action({ id, onAct, children, main = false, disabled = false, label }: ActionProps) {
  return (
    <button
      type="button"
      id={id}
      class={main ? "action main" : "action"}
      aria-disabled={disabled}
      aria-label={label}
      title={label}
      onClick={() => disabled || onAct()}
    >
      {children}
    </button>
  );
}

interface ChoiceProps<Value extends string | number> {
  readonly id: string;
  readonly label: string;
  readonly value: Value;
  readonly options: readonly (readonly [Value, string])[];
  readonly onChoose: (value: Value) => void;
}

export function Choice<Value extends string | number>({ id, label, value, options, onChoose }: ChoiceProps<Value>) {
  const choose = (event: Event) => {
    const chosen = options[(event.currentTarget as HTMLSelectElement).selectedIndex];
    if (chosen) onChoose(chosen[0]);
  };
  return (
    <label class="choice" for={id}>
      <span>{label}</span>
      <select id={id} onChange={choose}>
        {options.map(([option, text]) => <option value={option} selected={option === value}>{text}</option>)}
      </select>
    </label>
  );
}

const placeOf = ({ place }: Fault) => (place.case === "text" ? `${place.value.start}-${place.value.end}` : String(place.value ?? ""));

export function Faults({ id, faults }: { id: string; faults: readonly Fault[] }) {
  if (faults.length === 0) return null;
  return (
    <ul id={id} class="faults">
      {faults.map((fault) => (
        <li data-reason={fault.reason} data-at={placeOf(fault)}>{faultText(fault)}</li>
      ))}
    </ul>
  );
}
