// Written by scorer/frontend/declarations.py from data.py; do not change it here.

export interface Face {
  label: string;
  terrain: string;
  sign: string;
  crowns: number;
  giants: number;
}

export interface Photo {
  href: string;
  width: number;
  height: number;
}

export interface Grid {
  corners: number[][];
  rows: number;
  columns: number;
}

export interface Guess {
  code: string;
  probability: string;
}

export interface Place {
  at: string;
  code: string;
  name: string;
  what: string;
  label: string;
  quad: number[][] | null;
  flagged: boolean;
  lit: boolean;
  group: number | null;
  note: string;
  guesses: Guess[];
}

export interface PaletteEntry {
  code: string;
  row: number;
  column: number;
}

export interface Building {
  code: string;
  name: string;
  effect: string;
}

export interface Piece {
  mark: string;
  name: string;
  effect: string;
  on: string[];
}

export interface Sprites {
  href: string;
  columns: number;
  rows: number;
  at: Record<string, number[]>;
}

export interface Verdict {
  legality: "legal" | "illegal" | "open";
  text: string;
}

export interface Finding {
  code: string;
  text: string;
  cells: string[];
}

export interface ViewNames {
  photo: string;
  drawn: string;
  grid: string;
}

export interface KingdomWords {
  photo: string;
  drawn: string;
  views: ViewNames;
  symbols: string;
  straighten: string;
  undo: string;
  redo: string;
  close: string;
  looksLike: string;
  allFaces: string;
  buildings: string;
  pieces: string;
  nothing: string;
  layGrid: string;
  layHelp: string;
  corners: string[];
  rows: string;
  columns: string;
  reread: string;
  cancel: string;
  legend: Record<string, string>;
  confirm: string;
  whole: string;
  paint: string;
  brushes: string;
  noFace: string;
  rowByRow: string;
  inOrder: string;
  done: string;
  offline: string;
  lost: string;
}

export interface KingdomData {
  session: string;
  id: string;
  notation: string;
  origin: number[];
  acted: number;
  settled: boolean;
  photo: Photo | null;
  grid: Grid | null;
  sizes: number[];
  maxRows: number;
  columns: number;
  places: Place[];
  faces: Record<string, Face>;
  castle: string;
  sprites: Sprites;
  palette: PaletteEntry[];
  buildings: Building[];
  pieces: Piece[];
  total: string;
  totalNote: string;
  verdict: Verdict;
  ask: string;
  urgent: boolean;
  notice: string;
  findings: Finding[];
  painting: number;
  confirms: boolean;
  cut: boolean;
  select: string;
  undo: boolean;
  redo: boolean;
  words: KingdomWords;
}

export interface Action {
  kind?: "put" | "grid" | "cancel" | "frame" | "confirm" | "whole" | "undo" | "redo" | "turn";
  kingdom?: string;
  sent?: number;
  places?: string[];
  code?: string;
  size?: number;
  corners?: number[][];
  rows?: number;
  columns?: number;
  step?: number;
}

export interface SheetLine {
  text: string;
  points: number;
  cells: string[];
  rule: string;
}

export interface SheetGroup {
  name: string;
  points: number;
  lines: SheetLine[];
}

export interface SheetWords {
  sheet: string;
  total: string;
  empty: string;
  rule: string;
}

export interface SheetData {
  groups: SheetGroup[];
  empty: SheetLine[];
  total: string;
  words: SheetWords;
}

export interface LinkWords {
  send: string;
  copied: string;
  link: string;
}

export interface LinkData {
  link: string;
  words: LinkWords;
}

export interface TapsData {
  html: string;
}

export interface ScanKingdom {
  id: number;
  outline: number[][];
  rows: number;
  columns: number;
  squares: ((string | null)[])[];
  locked: boolean;
}

export interface ScanView {
  kingdoms: ScanKingdom[];
  hint: string;
  finished: boolean;
  frames: number;
}

export interface ScanData {
  label: string;
  note: string;
  words: Record<string, string>;
  rules: Record<string, string>;
}

export interface SavedGameChanges {
  number: number;
  put: Record<string, string>;
  remove: string[];
}

export interface HeardReport {
  number: string;
  missed: boolean;
  shown: string;
}

export interface StorageData {
  session: string;
  address: Record<string, string>;
  page: string;
  turned: string;
  language: string;
  chosen: string;
  empty: boolean;
  reading: string[];
  savedGames: SavedGameChanges;
  known: boolean;
  heard: HeardReport;
  reveal: string;
  settings: string;
}
