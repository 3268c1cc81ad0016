// Signs on buttons, drawn because not every machine has a font that holds them.

const PATHS = {
  first: "M6 5v14M18 5 9 12l9 7Z",
  back: "M16 5 7 12l9 7Z",
  forward: "M8 5l9 7-9 7Z",
  last: "M18 5v14M6 5l9 7-9 7Z",
  flip: "M8 20V5M4 9l4-4 4 4M16 4v15M12 15l4 4 4-4",
} as const;

export function Icon({ name }: { name: keyof typeof PATHS }) {
  return (
    <svg class={`icon ${name}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
