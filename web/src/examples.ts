// Small problems of our own to begin with. Lengths are as problem books count; 0 is no mate.

export interface Example {
  readonly sfen: string;
  readonly plies: number;
}

export const EXAMPLES: readonly Example[] = [
  { sfen: "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", plies: 1 },
];
