// Small problems of our own to begin with, all sound. Lengths are as problem books count; 0 is no mate. `tsumi solve --sound` has
// been asked about each.

export interface Example {
  readonly sfen: string;
  readonly plies: number;
}

export const EXAMPLES: readonly Example[] = [
  { sfen: "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", plies: 1 },
  { sfen: "8k/9/6l1+P/9/9/9/9/9/9 b Rr2b4g4s4n3l17p 1", plies: 3 },
  { sfen: "8k/6n2/7L1/5+S3/9/9/9/9/9 b Rr2b4g3s3n3l18p 1", plies: 3 },
  { sfen: "7kb/4R4/5b3/9/9/9/9/9/9 b 2Gr2g4s4n4l18p 1", plies: 3 },
  { sfen: "8k/7pl/9/5B3/9/9/9/9/9 b GN2rb3g4s3n3l17p 1", plies: 3 },
  { sfen: "8k/9/7Bn/9/9/9/9/9/9 b Rrb4g4s3n4l18p 1", plies: 5 },
  { sfen: "6s2/7Bk/6S2/8l/7+N1/9/9/9/9 b P2rb4g2s3n3l17p 1", plies: 5 },
  { sfen: "7k1/4L3b/5s1p1/5B3/9/9/9/9/9 b S2r4g2s4n3l17p 1", plies: 5 },
  { sfen: "7k1/7s1/8B/7+S1/9/9/9/9/9 b S2rb4gs4n4l18p 1", plies: 7 },
  { sfen: "9/6B1k/8n/8p/6R2/9/9/9/9 b Nrb4g4s2n4l17p 1", plies: 7 },
  { sfen: "6k2/5b3/5+N3/8G/9/9/9/9/9 b S2rb3g3s3n4l18p 1", plies: 9 },
  { sfen: "7lk/9/7S1/9/9/9/9/9/9 b P2r2b4g3s4n3l17p 1", plies: 0 },
];
