/** What the calls answer and take, printed from the server by server/tools/print_types.py. */

/** A button of a list or of a record; of a record `disabled` says why it cannot be pressed now. */
export interface Action {
  code: string;
  label: string;
  place: 'toolbar' | 'row' | 'more' | 'batch';
  permission: string;
  kind: 'route' | 'call' | 'form' | 'move' | 'print' | 'page';
  needs: 'none' | 'one' | 'many';
  empty: string;
  confirm?: string;
  shortcut?: string;
  route?: string;
  url?: string;
  form?: string;
  print?: string;
  done?: string;
  when?: Record<string, string[]>;
  disabled?: string;
}
/** Somebody that a step may be left to. */
export interface ActorOption {
  value: string;
  label: string;
  kind: string;
}
/** What the answer begins with: the task as it is, with what was wished. */
export interface AgreeStart {
  scinspector: string;
  coinspectors: string;
  plandate: string | null;
  version: number;
}
/** An archive that was merged into this one. */
export interface Ancestor {
  id: string;
  code: string;
  name: string;
  at: string;
  by: string;
  reason: string;
  moves: unknown;
  history: HistoryEntry[];
}
/** The figures of a year; without an edition there are none. */
export interface Annual {
  years: number[];
  year: number;
  notes: string[];
  edition: EditionHead | null;
  editions?: EditionKey[];
  area?: string;
  areas?: Figures[];
  classes?: Figures[];
  kinds?: Figures[];
  kindsOfClasses?: KindOfClass[];
}
/** One answer as it is sent. */
export interface AnswerForm {
  no: string;
  result?: string;
  value?: string;
  finding?: string;
}
/** Answers to some items of a record. */
export interface Answers {
  id: string;
  version?: number | null;
  items?: AnswerForm[];
}
export interface AreaItem {
  id: string;
  name: string;
  parentId: string;
  level: number;
  hasChildren: boolean;
}
export interface Arrival {
  done: number;
  total: number;
}
export interface AttachmentKind {
  type: string;
  label: string;
  required: boolean;
  accept: string;
  maxMb: number;
  owner: string;
}
/** `formerly` says where a picture stood, when that is gone. */
export interface AttachmentLine extends Uploaded {
  formerly: string;
  attrefsysid: string;
  typeName: string;
  createByName: string;
  createTime: string;
}
/** Here `next` is the next piece of work; why the next date is what it is comes as `explained`. `seen` proves to the call of a decision what this page has shown; '' for whom nothing is to be decided. */
export interface AuditScreen {
  id?: string;
  version?: number;
  record?: RecordHead;
  items?: EntryItem[];
  photos?: Photo[];
  facts?: Fact[];
  tables?: EntryTable[];
  sites?: SiteMeasure[];
  lines?: string[];
  least?: Record<string, number>;
  impossible?: Record<string, Record<string, string>>;
  toolbox?: InstrumentLine[];
  parameters?: Parameter[];
  corrections?: Record<string, Stated>;
  tools?: Tools;
  worked?: WorkedTable[];
  conclusions?: Conclusion[];
  problems?: string;
  stated?: Record<string, string>;
  rectifydue?: string | null;
  told?: Followed[];
  findings?: Finding[];
  proposal?: Proposal;
  ruledate?: string | null;
  dates?: NextDay[];
  template?: Template;
  report?: IssuedReport;
  head: ItemHead;
  signed: SignedBy[];
  seen: string;
  notices: NoticeLink[];
  subs: SubReports;
  explained: NextExplained | null;
  differences: Differences;
  place: number;
  waiting: number;
  next: FollowingItem | null;
}
/** Days, both counted, on which somebody cannot inspect, and the word for it; of one day perhaps a `half`. */
export interface Away {
  begins: string;
  ends: string;
  half: string;
  word: string;
}
export interface BatchField extends FormField {
  group: string;
}
/** What a new notice says of itself before anybody has chosen. */
export interface Beginning extends Begun {
  due: string;
}
export interface Begun {
  version: number;
  materials: Material[];
}
/** A visit; `asks`: the unit is asked whether the days suit it. */
export interface BookedVisit {
  id: string;
  version: number;
  visitno: string;
  count: number;
  wished: string[];
  closed: string[];
  days: string[];
  step: string;
  stepName: string;
  tone: string;
  asks: boolean;
  reason: string;
  parts: VisitPart[];
}
export interface BoxDevice {
  id: string;
  equname: string;
  equcode: string;
  equinnerno: string;
  useplace: string;
  equclass: string;
  due: string | null;
  tone: '' | 'go' | 'ok' | 'ca' | 'no';
  whys: Why[];
  next: Next | null;
  route: string;
}
/** `total` devices of the unit, `bad` and `soon` of them with a reason; the worst of these are told. */
export interface BoxDevices {
  unitname: string;
  person: string;
  total: number;
  bad: number;
  soon: number;
  more: boolean;
  rows: BoxDevice[];
}
/** `uncovered`: devices in use that no safety officer is named for. */
export interface BoxPersons {
  posts: Post[];
  uncovered: number;
  used: number;
  ending: Ending[];
}
export interface Builder {
  kind: string;
  title: string;
  fields: FieldConfig[];
  operators: Record<'text' | 'number' | 'date' | 'dict' | 'bool', Record<string, string>>;
  columns: string[];
}
/** What a calculator gives: the lines of one item, and which parameter is missing still. */
export interface Calculation {
  item: string;
  lines: DraftLine[];
  total: string;
  missing: string;
}
/** A day; an `exception` is not worked, or free, as its weekday says. */
export interface CalendarDate {
  day: string;
  working: boolean;
  exception: boolean;
  name: string;
  version: number;
}
export interface CalendarYear {
  year: number;
  days: CalendarDate[];
  workingDays: number;
}
/** What became of a result: how many are issued now, declined, do not agree, and were known already. */
export interface CameBack {
  issued: number;
  declined: number;
  wrong: number;
  known: number;
  left: number;
  sentences: string[];
}
export interface Candidate extends MergeHead {
  evidence: Evidence[];
}
export interface Candidates extends MergeHead {
  candidates: Candidate[];
}
/** What an operator sees after six digits. */
export interface Card {
  equcode: string;
  useplace: string;
  unit: string;
  maintainer: string;
  station: string;
  hotline: string;
  visits: string[];
  events: string[];
  incident: string;
}
export interface Change {
  prop: string;
  label: string;
  old: unknown;
  new: unknown;
}
export interface ChangeDetail extends ChangeRow {
  lineid: string;
  project: ProjectHead;
  fields: ChangedField[];
}
export interface ChangeRow {
  id: string;
  kind: 'project' | 'line';
  kindName: string;
  action: 'add' | 'edit' | 'del';
  actionName: string;
  state: '0' | '1' | '2';
  stateName: string;
  tone: string;
  title: string;
  reason: string;
  applyname: string;
  applytime: string;
  checkname: string;
  checktime: string | null;
  opinion: string;
}
/** A field of the record; `moved`: it holds another value now than when the change was asked for. */
export interface ChangedField {
  prop: string;
  label: string;
  group: string;
  unit: string;
  changed: boolean;
  moved: boolean;
  old: unknown;
  new: unknown;
}
/** A registration before it is stored: everything is worked out by the server. */
export interface ChargeDraft {
  id: string;
  version: number | null;
  chargesysid: string;
  unitname: string;
  payunitsysid: string;
  payunitname: string;
  balance: string;
  invoicetitle: string;
  taxno: string;
  form: Record<string, unknown>;
  items: DraftItem[];
  whole: DraftLine[];
  totals: Record<string, string>;
  total: string;
  words: string;
  payby: string;
  years: YearCharged[];
  reliefs: ReliefSaid[];
}
export interface Chargeable {
  appnos: string[];
  unitname: string;
}
/** What a guard says while a form is filled in; what only warns is no reason to refuse. */
export interface Check {
  ok: boolean;
  text: string;
  field?: string;
  warn?: boolean;
}
export interface CheckCounts {
  days: number;
  counts: Record<string, number>;
}
/** An item of a check list with its answer; one that is `proposed` says what is known and was not answered yet. `photo` says when a picture must show it ('', 'bad', 'always'), `pictured` that one does, `files` whose it is. */
export interface CheckLine {
  no: string;
  part: string;
  text: string;
  kind: string;
  unit: string;
  limits: string;
  options: string[];
  basis: string;
  photo: string;
  files: string;
  pictured: boolean;
  result: string;
  value: string;
  finding: string;
  proposed: boolean;
}
/** A check list of a record: answers are sent to `url` with the id and the version of the record. */
export interface CheckState {
  id: string;
  version: number;
  url: string;
  editable: boolean;
  marks: Option[];
  items: CheckLine[];
}
/** What is found of rows. */
export interface Checked {
  findings: FindingRow[];
}
/** What anybody learns of a certificate. */
export interface CheckedCertificate {
  name: string;
  archiveno: string;
  items: CheckedItem[];
}
export interface CheckedItem {
  item: string;
  limits: string;
  validto: string;
  state: string;
  valid: boolean;
}
/** A row of the table that may be added by hand: chosen, or with a quantity. */
export interface Choice {
  feecode: string;
  item: string;
  unit: string;
  role: string;
  formula: string;
  counted: boolean;
}
/** What a basis leads to; `says` is the sentence where it leads nowhere. */
export interface CiteAnswer {
  rows: Cited[];
  says: string;
}
/** A clause that a basis names; without `id` the document is there, and no such clause in it. */
export interface Cited {
  id: string;
  docId: string;
  docno: string;
  edition: string;
  title: string;
  clauseno: string;
  page: number;
  body: string;
  standing: string;
  tone: string;
}
/** Of a class of devices; `missing` are the days before today that nobody handed in. */
export interface ClassDuties {
  equclass: string;
  name: string;
  devices: number;
  duties: Duty[];
  missing: string[];
}
export interface CodeOption {
  value: string;
  label: string;
}
export interface Column {
  prop: string;
  label: string;
  width: number;
  type: 'text' | 'code' | 'number' | 'money' | 'date' | 'datetime' | 'deadline' | 'left' | 'dict' | 'state' | 'bool' | 'way';
  sortable: boolean;
  shown: boolean;
  align?: 'right';
  dict?: string;
  link?: string;
  fixed?: 'left' | 'right';
}
/** `field` is what the column probably means, `why` from where that is known; both '' when nothing is like it. */
export interface ColumnProposal {
  head: string;
  samples: string[];
  words: string[];
  field: string;
  why: string;
}
export interface Combination {
  seisort: string;
  seisortName: string;
  testsort: string;
  testsortName: string;
  nature: string;
  subject: string;
}
/** A cell of both versions in words. */
export interface ComparedCell {
  cell: string;
  before: string;
  after: string;
  differs: boolean;
}
export interface ComparedField {
  prop: string;
  label: string;
  values: Record<string, unknown>;
  differs: boolean;
}
/** A row of both versions; `kind` is empty where they are the same. */
export interface ComparedRow {
  key: string;
  step: string;
  stepName: string;
  scope: string;
  kind: string;
  kindName: string;
  cells: ComparedCell[];
}
/** Two versions with what differs. */
export interface Comparison {
  before: string;
  after: string;
  versions: number[];
  differences: number;
  rows: ComparedRow[];
}
/** A conclusion of this sort: whether it may be given now, and `failed` when it is an unqualified one. */
export interface Conclusion {
  value: string;
  label: string;
  allowed: boolean;
  failed: boolean;
}
export interface Condition {
  field: string;
  op: string;
  value: string;
}
export interface ConfirmDetail {
  item: TaskItem;
  moves: Move[];
  instruments: InstrumentLine[];
  contact: TaskContact;
}
/** `by` wrote what is called mine; `decides`: the sender may decide. */
export interface ConflictLine {
  id: string;
  version: number;
  record: string;
  reportcode: string;
  path: string;
  words: string;
  mine: unknown;
  theirs: unknown;
  base: unknown;
  by: string;
  other: string;
  at: string | null;
  working: unknown;
  decides: boolean;
}
/** An input with the present value of what it corrects. */
export interface CorrectField extends FormField {
  group: string;
  old: unknown;
  oldShown: string;
}
/** A field to correct; `nowShown` is what the archive says now, `moved` when that is no longer the old value. */
export interface CorrectLine {
  field: string;
  label: string;
  old: unknown;
  new: unknown;
  oldShown: string;
  newShown: string;
  nowShown: string;
  moved: boolean;
}
export interface CorrectLog {
  at: string;
  userName: string;
  label: string;
  opinion: string;
}
/** A record with the fields that may be corrected; `busy` says what stands in the way. */
export interface Correctable {
  entity: string;
  id: string;
  title: string;
  code: string;
  fields: CorrectField[];
  equclass: string;
  busy: string;
}
export interface CorrectionDetail {
  id: string;
  version: number;
  corrno: string;
  entity: string;
  entityName: string;
  object_id: string;
  title: string;
  code: string;
  equclass: string;
  lines: CorrectLine[];
  reason: string;
  step: string;
  stepName: string;
  stepTone: string;
  moves: Move[];
  applicant: string;
  submitted: string | null;
  auditor: string;
  audited_at: string | null;
  opinion: string;
  mine: boolean;
  reportno: string;
  busy: string;
  log: CorrectLog[];
}
/** How many records a call changed. */
export interface Count {
  count: number;
}
export interface CountedCell {
  value: number | null;
  link: string;
}
export interface CountedColumn {
  code: string;
  heading: string;
  unit: string;
  edition: number;
}
/** A form counted for a period, for whoever asks. */
export interface CountedForm {
  title: string;
  by: string;
  begin: string;
  end: string;
  at: string;
  columns: CountedColumn[];
  lines: CountedLine[];
  total: CountedLine;
  note: string;
}
export interface CountedLine {
  value: string;
  label: string;
  cells: Record<string, CountedCell>;
  faults: string[];
}
/** Changes of one date of one class by one rule, with some of the devices. */
export interface DateChange {
  equclass: string;
  ruleid: string;
  field: string;
  fieldName: string;
  way: string;
  wayName: string;
  count: number;
  examples: string[];
}
/** A computed date: by which rule, from which day, step by step. */
export interface DateLine {
  field: string;
  label: string;
  value: string | null;
  old: string | null;
  ruleid: string;
  clause: string;
  rule?: string | null;
  base: string | null;
  steps: string[];
}
/** A declaration and its devices, each with the business item that came of it. */
export interface DeclarationDetail {
  main: Record<string, unknown>;
  equipment: Record<string, unknown>[];
  materials: Material[];
  checks: Check[];
  moves: Move[];
  standing: RecordNotice | null;
  place: OnsiteWhere | null;
}
/** How many rows of a kind refer to each record. */
export interface Dependents {
  label: string;
  rows: Record<string, number>;
}
/** The desk of the user and the page on which it stands. */
export interface DeskAnswer {
  key: string;
  title: string;
  path: string;
  panels: DeskPanel[];
}
/** `due`: what a late row may be late by. */
export interface DeskColumn {
  prop: string;
  label: string;
  type: 'text' | 'code' | 'number' | 'money' | 'date' | 'datetime' | 'deadline' | 'left' | 'dict' | 'state' | 'bool' | 'way';
  width: number;
  due: boolean;
}
/** `more`: at least so many. */
export interface DeskFigure {
  label: string;
  value: number;
  more: boolean;
  unit: string;
  tone: '' | 'go' | 'ok' | 'ca' | 'no';
  route: string;
}
/** `route`: the list that the panel shows the beginning of; `stat`, `by`: the statistic that it draws; `call`: what answers its contents. */
export interface DeskPanel {
  key: string;
  kind: 'figures' | 'rows' | 'todo' | 'first' | 'due' | 'messages' | 'month' | 'people' | 'stat' | 'call';
  title: string;
  sub: string;
  none: string;
  route: string;
  count: number;
  figures: DeskFigure[];
  columns: DeskColumn[];
  rows: Record<string, unknown>[];
  people: DeskPerson[];
  stat: string;
  by: string;
  call: string;
}
/** What an inspector has in hand. */
export interface DeskPerson {
  name: string;
  open: number;
  late: number;
  entering: number;
  route: string;
  enteringRoute: string;
}
/** A unit that may detect (自行检测): an institute, or a maintainer whose capability was passed and is valid. */
export interface DetectionOrg {
  id: string;
  orgname: string;
  code: string;
}
/** What may be declared (`subject`: device, valve or product), its fee, `why` it cannot, that it is `early`. */
export interface DeviceChoice {
  subject: string;
  equdatasysid: string;
  equname: string;
  equcode: string;
  regcode: string;
  usecertno: string;
  prono: string;
  model: string;
  equclass: string;
  equclacode: string;
  useplace: string;
  ninspdate: string | null;
  insresult: string;
  insreportno: string;
  overdue: boolean;
  fee: string | null;
  feelines: FeeLine[];
  feenote: string;
  why: string;
  early: string;
  state: string;
  stopped: boolean;
}
/** A device: `asOfNote` is what the answer for another day rests on, `controlled` what only a correction changes. */
export interface DeviceDetail {
  id: string;
  version: number;
  asOf: string | null;
  asOfNote: string;
  head: DeviceHead;
  groups: DeviceGroup[];
  explain: NextExplained | null;
  notes: string[];
  inspections: Inspection[];
  locked: boolean;
  controlled: string[];
  units: Record<string, string | null>;
  merged: Merged[];
  lacking: Lacking[];
}
export interface DeviceFault {
  code: string;
  title: string;
  weight: number;
  clause: string;
  field: string;
  label: string;
  value: unknown;
}
export interface DeviceFaults {
  id: string;
  equclass: string;
  locked: boolean;
  score: number | null;
  checked: string | null;
  faults: DeviceFault[];
}
export interface DeviceField extends UnitField {
  unit: string;
  type: string;
}
export interface DeviceGroup {
  title: string;
  fields: DeviceField[];
}
/** Who a device is and when it is due, read from its fields by these names. */
export interface DeviceHead {
  equname: string;
  equcode: string;
  usecertno: string;
  equclass: string;
  equclassName: string;
  equclacode: string;
  equclacodeName: string;
  useplace: string;
  useorgname: string;
  useorgsysid: string;
  equstatus: string;
  equstatusName: string;
  regstatus: string;
  regstatusName: string;
  ele96333code: string | null;
  insresult: string;
  insresultName: string;
  failed: boolean;
  inspdate: string | null;
  insreportno: string;
  ninspdate: string | null;
  ninspdate2: string | null;
  ndetdate: string | null;
  nextbraketestdate: string | null;
  nwaterdate: string | null;
  nextloadtestdate: string | null;
  maiorgname: string;
  maiorgsysid: string;
  regdate: string | null;
  insinspdate: string | null;
  prodate: string | null;
  usestartdate: string | null;
  unqualcode: string;
  stopdate: string | null;
  logoutdate: string | null;
  overdue: boolean;
  days: number | null;
  second: string;
  secondlate: boolean;
}
/** An entry of a dictionary; both names of what stands above it are the contract's. */
export interface DictEntry {
  id: string;
  type: string;
  value: string;
  label: string;
  parentValue: string;
  parentId: string;
}
/** `seq` is 0 for what is no item; `table` is that of a cell. */
export interface Difference {
  seq: number;
  table: string;
  content: string;
  before: string;
  now: string;
}
/** What differs from the last report, and one result of it. */
export interface Differences {
  last: LastResult | null;
  rows: Difference[];
}
/** A record of one count that is not the same in the other. */
export interface Differing {
  id: string;
  number: string;
  title: string;
  unit: string;
  way: string;
  was: string;
  now: string;
  why: string;
}
export interface DifferingCell {
  old: number | null;
  new: number | null;
  counts: boolean;
}
export interface DifferingLine {
  value: string;
  label: string;
  cells: Record<string, DifferingCell>;
}
export interface DifferingRecords {
  added: number;
  gone: number;
  changed: number;
  rows: Differing[];
}
export interface DifferingUnit {
  name: string;
  code: string;
  rows: number;
  values: OtherValue[];
}
/** Where the name of a division stands. */
export interface Division {
  code: string;
  name: string;
  lng: number;
  lat: number;
}
export interface Draft {
  id: string;
  version: number;
  step: string;
  moves: Move[];
}
/** A business item with its lines, what may be chosen, and what is missing. */
export interface DraftItem {
  id: string;
  seisn: string;
  appno: string;
  equname: string;
  equcode: string;
  equclass: string;
  testsortName: string;
  testsort: string;
  acceptdate: string;
  urgent: boolean;
  lines: DraftLine[];
  choices: Choice[];
  missing: string;
  calculator: string;
}
export interface DraftLine {
  feecode: string;
  item: string;
  amount: string | null;
  count: string;
  price: string;
  factor: string;
  nature: string;
  role: string;
  explanation: string;
  clause: string;
  since: string;
}
/** The page of the designer. */
export interface Drawing extends Checked {
  id: string;
  version: number;
  editionno: string;
  name: string;
  document: string;
  effective: string;
  step: string;
  stepName: string;
  open: boolean;
  base: number;
  baseFrom: string;
  newest: number;
  lanes: string[];
  end: string;
  nodes: NodeRow[];
  rows: LineRow[];
  actors: ActorOption[];
  classes: Option[];
  categories: Option[];
  sorts: Option[];
}
/** A working day with the days off before the next: devices that fall due, how many of them nobody has in hand. */
export interface DueDay {
  date: string;
  until: string;
  due: number;
  left: number;
  planned: number;
}
/** A record that is to be, or was, handed in; `id` is '' until it was begun. */
export interface Duty {
  id: string;
  period: string;
  periodName: string;
  firstday: string;
  stepName: string;
  handed: boolean;
  wrong: number;
}
/** Two counts of a form beside each other. */
export interface EditionDifference {
  old: string;
  new: string;
  columns: CountedColumn[];
  lines: DifferingLine[];
}
export interface EditionHead extends EditionKey {
  upto: string;
  by: string;
  units: UnitCounts;
}
export interface EditionKey {
  number: number;
  closed: boolean;
  at: string;
}
/** A certificate that ends, or ended. */
export interface Ending {
  id: string;
  name: string;
  item: string;
  certno: string;
  validto: string;
  late: boolean;
}
export interface EntryItem {
  seq: number;
  item_no: string;
  section: string;
  content: string;
  requirement: string;
  basis: string;
  number: string;
  key: boolean;
  type: string;
  measures: Measure[];
  result: '' | '√' | '×' | '—' | '△';
  values: Record<string, string>;
  note: string;
  monitored: boolean;
  lines: string[];
  prefill: string;
  taken: string;
  last: LastResult | null;
}
export interface EntryTable {
  code: string;
  template: string;
  title: string;
  hint: string;
  most: number;
  cells: TableCell[];
  params: Record<string, string>;
  rows: Record<string, string>[];
}
/** `locked`: fixed once the device is registered. */
export interface EquipmentField extends FormField {
  locked: boolean;
}
/** `beginning`: the state of a new record, and who changes it. */
export interface EquipmentForm {
  viewNo: string;
  title: string;
  saveUrl: string;
  beginning: string;
  groups: EquipmentGroup[];
}
export interface EquipmentGroup {
  title: string;
  fields: EquipmentField[];
}
export interface Event {
  at: string;
  kind: string;
  text: string;
  number: string;
  bad: boolean;
  route: string;
}
export interface Evidence {
  label: string;
  value: string;
  strong: boolean;
}
/** What the inspector states beside items and tables: a number in bounds, yes or no, a choice, words, a day. */
export interface Fact {
  name: string;
  label: string;
  unit: string;
  kind: 'count' | 'flag' | 'number' | 'choice' | 'text' | 'day';
  low: number;
  high: number;
  options: string[];
  needed: boolean;
  declared: boolean;
}
export interface FactorSecret {
  secret: string;
  picture: string;
}
export interface FaultCount {
  code: string;
  title: string;
  weight: number;
  clause: string;
  count: number;
}
/** What is wrong in a column: in how many rows, and the first of them. */
export interface FaultGroup {
  label: string;
  sentence: string;
  count: number;
  rows: number[];
}
export interface FeeLine {
  feecode: string;
  item: string;
  band: string;
  unit: string;
  nature: string;
  amount: string | null;
  explanation: string;
  source: string;
  missing: string[];
}
export interface FieldChange {
  prop: string;
  label: string;
  old: unknown;
  new: unknown;
}
/** A field as the builder offers it; one that is `closed` is shown, but no condition may ask for it. */
export interface FieldConfig {
  prop: string;
  label: string;
  type: 'text' | 'number' | 'date' | 'dict' | 'bool';
  dict: string;
  group: string;
  closed?: boolean;
}
/** Words of a column that are none of ours. Without `options` the codes are those of areas. */
export interface FieldWords {
  field: string;
  label: string;
  options: CodeOption[];
  words: WordProposal[];
}
/** The figures of one class, county or kind of inspection. */
export interface Figures {
  code: string;
  name: string;
  total: number;
  inuse: number;
  stopped: number;
  scrapped: number;
  registered: number;
  due: number;
  done: number;
  inspected: number;
  unqualified: number;
}
/** What is to be corrected, answered for (`key` names the answer) or known, and where the page jumps to. `alike` is its sentence with `{}` for its place: what says the same of several stands once. */
export interface Finding {
  level: 'error' | 'warn' | 'info';
  item_no: string;
  seq: number;
  text: string;
  alike: string;
  check: string;
  key: string;
  field: string;
  table: string;
  row: number;
  column: string;
  reason: string;
  by: string;
}
/** A finding as the page shows it; `row` is the place among the rows that were sent, -1 for a step as a whole. */
export interface FindingRow {
  level: string;
  kind: string;
  step: string;
  other: string;
  row: number;
  text: string;
}
/** What the page of an entry begins with; `classes` are those that may be entered. */
export interface FirstBegun {
  id: string;
  version: number | null;
  equclass: string;
  heading: string;
  classes: Option[];
  start: Record<string, unknown>;
}
export interface FlowCourse {
  appno: string;
  equclacode: string;
  equdatasysid: string;
  seisn: string;
  rows: FlowLine[];
}
/** A move that was made; `seconds` since the one before it. */
export interface FlowLine {
  seisn: string;
  at: string;
  userName: string;
  moveLabel: string;
  fromStep: string;
  fromStepName: string;
  toStep: string;
  toStepName: string;
  opinion: string;
  reason: string;
  seconds: number | null;
}
/** A step as the flow configuration has it. */
export interface FlowStep {
  process: string;
  version: number;
  step: string;
  name: string;
  used: boolean;
  limitDays: number | null;
  scope: string;
  source: string;
}
/** What follows for a fact that the inspector may state otherwise. */
export interface Followed {
  name: string;
  value: string;
  reason: string;
}
export interface FollowingItem {
  id: string;
  reportno: string;
  equname: string;
  unitname: string;
}
/** A form. Its title, `note` and `done` may name `{prop}` of the picked row. */
export interface FormConfig {
  viewNo: string;
  title: string;
  loadUrl: string | null;
  saveUrl: string;
  width: number;
  okText?: string;
  note?: string;
  done?: string;
  groups: FormGroup[];
  tables: FormTable[];
}
/** An input. `missing` is the whole sentence when it is empty; `fills` the field that takes the chosen label. The options of a field that is `ofPicked` depend on the rows that were picked: their keys are sent. */
export interface FormField {
  prop: string;
  label: string;
  type: 'text' | 'textarea' | 'int' | 'decimal' | 'money' | 'number' | 'date' | 'datetime' | 'dict' | 'dictMulti' | 'bool' | 'unit' | 'user' | 'area' | 'equipment' | 'category' | 'select' | 'selectMulti' | 'radio' | 'tree' | 'password' | 'readonly' | 'html' | 'hidden';
  required: boolean;
  span: number;
  readonly: boolean;
  maxLength: number;
  dict?: string;
  unit?: string;
  rule?: string;
  help?: string;
  root?: string;
  optionsUrl?: string;
  ofPicked?: boolean;
  missing?: string;
  fills?: string;
  min?: number;
  max?: number;
  default?: unknown;
  options?: Option[];
  when?: Record<string, string[]>;
}
export interface FormGroup {
  title: string;
  fields: FormField[];
}
/** Rows that are typed in and saved with a form; `viewNo` is the form of a row, `least` how many a new one has. */
export interface FormTable {
  prop: string;
  title: string;
  viewNo: string;
  add: string;
  least: number;
}
/** The machine before this one. */
export interface Former {
  seisn: string;
  equcode: string;
}
/** A clause that answers: where it stands, the sentence that says it, and what its document is today. */
export interface Found {
  id: string;
  docId: string;
  docno: string;
  edition: string;
  title: string;
  clauseno: string;
  heading: string;
  page: number;
  sentence: Part[];
  standing: string;
  tone: string;
}
/** A device that somebody could look after; `others` do already. */
export interface FreeDevice {
  id: string;
  equcode: string;
  equname: string;
  useorgname: string;
  useplace: string;
  others: number;
}
export interface GoneJob {
  id: string;
  why: string;
}
export interface Guide {
  id: string;
  step: string;
  title: string;
  text: string;
  must: boolean;
  read: string;
  confirmed: boolean;
}
/** What a column of a file holds; `different` is -1 for more different values than are counted. */
export interface HeldColumn {
  head: string;
  filled: number;
  percent: number;
  kind: string;
  other: number;
  different: number;
  longest: number;
  examples: string[];
  meant?: string;
}
/** What a terminal is told at every contact; `wipe`: it is lost, and forgets everything. */
export interface Hello extends Offer {
  serverTime: string;
  blocked: string;
  wipe: boolean;
  last: number;
}
/** A change: `cause` is the business that made it, `since` the day from which it holds, 起始 for always. */
export interface HistoryEntry {
  at: string;
  userName: string;
  requestNo: string;
  action: string;
  cause: string;
  since: string | null;
  fields: FieldChange[];
}
export interface Hits {
  count: number;
  countCapped: boolean;
}
export interface ImportColumn {
  label: string;
  required: boolean;
}
export interface ImportConfig {
  viewNo: string;
  title: string;
  mostRows: number;
  modes: Record<string, string>;
  whole: boolean;
  columns: ImportColumn[];
  leads: ImportLead | null;
  runs: ImportState[];
}
export interface ImportFault {
  row: number;
  label: string;
  value: string;
  sentence: string;
}
/** A field that a column may mean. `coded`: its words stand for codes. */
export interface ImportField {
  name: string;
  label: string;
  required: boolean;
  type: string;
  coded: boolean;
}
/** What is done next with what an import has written. */
export interface ImportLead {
  label: string;
  route: string;
}
/** How far an import is: rows in the file, seen, good, bad and written, and the first faults. `drafts` of the bad rows lack only what can be completed later. */
export interface ImportState {
  id: string;
  title: string;
  filename: string;
  mode: string;
  modeName: string;
  state: string;
  stateName: string;
  total: number;
  seen: number;
  good: number;
  bad: number;
  drafts: number;
  written: number;
  message: string;
  faults: ImportFault[];
  groups: FaultGroup[];
  ended: boolean;
  hasErrors: boolean;
  units: ImportUnits | null;
  at: string;
}
/** The units that the rows of a file name: how many are new and known, the first of the new, of the known those of which the file says otherwise than the archive, and those that are unknown. */
export interface ImportUnits {
  created: number;
  linked: number;
  new: NewUnit[];
  differing: DifferingUnit[];
  unknown?: UnknownUnit[];
}
/** An inspection of a device; `failed` when its conclusion is an unqualified one. */
export interface Inspection {
  id: string;
  seisn: string;
  reportno: string;
  testsort: string;
  inspdate: string | null;
  conclusion: string;
  failed: boolean;
  step: string;
  stepName: string;
  inspectors: string;
  issued: boolean;
  imported: boolean;
}
/** `why` this person cannot do the item, `mainwhy` he cannot be its main inspector; empty when it is possible. */
export interface Inspector {
  id: string;
  name: string;
  quals: TaskQualification[];
  why: string;
  mainwhy: string;
  load: Load[];
  away: Away[];
}
export interface InstrumentChoice {
  id: string;
  instno: string;
  name: string;
  model: string;
  boxno: string;
  nextcal: string | null;
  expired: boolean;
}
export interface InstrumentLine {
  id: string;
  instno: string;
  name: string;
  model: string;
  serial: string;
  certno: string;
  validto: string | null;
  state: string;
}
export interface IotSummary {
  total: number;
  online: number;
  offline: number;
  open: number;
  faulty: number;
  trapped: number;
  today: number;
}
export interface IssuedReport {
  reportno: string;
  key: string;
  pages: number;
  verifycode: string;
  issuedat: string;
  signer: string;
  sm2: string;
}
export interface ItemContact {
  name: string;
  tel: string;
}
/** The strip of a step screen, and everything that the steps keep of their item. */
export interface ItemHead {
  id: string;
  seisn: string;
  appno: string;
  step: string;
  stepName: string;
  stepVerb: string;
  status: string;
  statusName: string;
  equname: string;
  equcode: string;
  usecertno: string;
  useplace: string;
  unitname: string;
  equclass: string;
  equclacode: string;
  equclacodeName: string;
  equdatasysid: string;
  seisort: string;
  testsort: string;
  testsortName: string;
  taskno: string;
  reportno: string;
  template: string;
  conclusion: string;
  conclusionName: string;
  inspectornames: string;
  scinspectorname: string;
  chargestate: string;
  chargestateName: string;
  fee: string | null;
  arrearsby: string;
  arrearsreason: string;
  payunitNote: string;
  printcount: number;
  papernos: string;
  archiveno: string;
  archivebox: string;
  archivepages: number | null;
  archivedocs: string;
  releaseway: string;
  receiver: string;
  receivertel: string;
  receiveridtype: string;
  receiveridtypeName: string;
  receiveridno: string;
  expressno: string;
  version: number;
  backReason: string;
  backDescription: string;
  backUser: string;
  backStep: string;
  inspdate: string | null;
  nextdate: string | null;
  duedate: string | null;
  plandate: string | null;
  limit_at: string | null;
  enteredat: string | null;
  auditedat: string | null;
  approvedat: string | null;
  enteredbyName: string;
  verifiedbyName: string;
  fxauditedbyName: string;
  auditedbyName: string;
  approvedbyName: string;
  mine: boolean;
  toSign: boolean;
  page: string;
  list: string;
  moves: Move[];
  standing: RecordNotice | null;
  lacking: string[];
  contact: ItemContact;
  reportget: string;
  mailaddress: string;
}
/** What the screen of any step shows; `signed`: who has signed, and which inspectors have not. */
export interface ItemScreen {
  id?: string;
  version?: number;
  record?: RecordHead;
  items?: EntryItem[];
  photos?: Photo[];
  facts?: Fact[];
  tables?: EntryTable[];
  sites?: SiteMeasure[];
  lines?: string[];
  least?: Record<string, number>;
  impossible?: Record<string, Record<string, string>>;
  toolbox?: InstrumentLine[];
  parameters?: Parameter[];
  corrections?: Record<string, Stated>;
  tools?: Tools;
  worked?: WorkedTable[];
  conclusions?: Conclusion[];
  problems?: string;
  stated?: Record<string, string>;
  rectifydue?: string | null;
  told?: Followed[];
  findings?: Finding[];
  proposal?: Proposal;
  ruledate?: string | null;
  dates?: NextDay[];
  template?: Template;
  report?: IssuedReport;
  head: ItemHead;
  signed: SignedBy[];
  notices: NoticeLink[];
  subs: SubReports;
  next?: NextExplained | null;
  former?: Former | null;
}
export interface Key {
  id: string;
  name: string;
  at: string;
  usedAt: string | null;
}
/** `possible`: browsers offer keys to the address of this platform. */
export interface Keys {
  possible: boolean;
  keys: Key[];
}
export interface KindOfClass {
  equclass: string;
  seisort: string;
  inspected: number;
  unqualified: number;
}
/** A source whose headings are known here: how many columns and words, and when it was last said. */
export interface KnownSource {
  id: string;
  version: number;
  name: string;
  columns: number;
  words: number;
  at: string;
  by: string;
}
export interface LabelSize {
  code: string;
  title: string;
  width: string;
  height: string;
  columns: string;
  rows: string;
}
/** A fact that a record must state and does not. */
export interface Lacking {
  field: string;
  label: string;
  sentence: string;
}
export interface LastResult {
  result: string;
  values: Record<string, string>;
  reportno: string;
  inspdate: string | null;
}
/** Rows that were judged, or registered; `pending` of them wait for a review. */
export interface Ledger {
  count: number;
  faults: LedgerFault[];
  ids: string[];
  pending: number;
}
export interface LedgerColumn {
  prop: string;
  label: string;
  unit: string;
  dict: string;
  type: string;
  required: boolean;
}
export interface LedgerFault {
  row: number;
  prop: string;
  sentence: string;
}
export interface Left {
  equclass: string;
  reason: string;
  count: number;
}
/** What the register of licences publishes of a maker or maintainer. */
export interface LicensedUnit {
  id: string;
  name: string;
  code: string;
}
export interface Lift {
  id: string;
  equcode: string;
  useplace: string;
  useorgname: string;
  maiorgname: string;
}
export interface LineDetail extends PipeLine {
  project: ProjectHead;
}
export interface LineRights {
  add: 'direct' | 'apply' | '';
  save: 'direct' | 'apply' | '';
  del: 'direct' | 'apply' | '';
}
/** A row of a flow; `scope` says in words for what it is. */
export interface LineRow {
  step: string;
  used: boolean;
  limit_days: number | null;
  equclass: string;
  seisort: string;
  testsort: string;
  actors: string[];
  leads: string[];
  backs: string[];
  source: string;
  scope: string;
}
export interface LineTotals {
  count: number;
  length: string;
  level: string;
  earliest: string | null;
  overdue: number;
}
export interface Link {
  text: string;
  to: string;
}
/** A declared list, held to the record. */
export interface ListPart {
  kind: 'list';
  key: string;
  title: string;
  tab: string;
  viewNo: string;
  fixed: Record<string, string>;
}
/** A task that somebody has already, and where; `open` while the inspector has not confirmed it. */
export interface Load {
  date: string;
  seisn: string;
  unitname: string;
  equname: string;
  timeslot: string;
  street: string;
  estate: string;
  inspectornames: string;
  open: boolean;
}
/** What the login page must know; `ssoForced`: single sign-on is the only way in. */
export interface LoginConfig {
  sso: boolean;
  ssoUrl: string;
  ssoForced: boolean;
  captcha: string;
  product: string;
  version: string;
  support: string;
  passwordEncoding: string;
  tokenStoreType: string;
  arriving: Arrival | null;
}
export interface MaintenanceTerms {
  contract: Term[];
}
/** What a picture of a list shows. `tiles`: the address of pictures below it, or nothing. */
export interface MapAnswer {
  squares: Square[];
  outside: number | null;
  outsideCapped: boolean;
  divisions: Division[];
  tiles: string;
}
/** A paper with what was found of it; `state` is empty until somebody looked. */
export interface Material {
  id: string;
  name: string;
  needed: boolean;
  state: string;
  pages: number | null;
}
/** A measured value of an item; `fed` = a table gives it, nobody types it. `least`, `most`, `whole`: what it can be at all, whatever its limits. */
export interface Measure {
  field: string;
  label: string;
  unit: string;
  low: string | null;
  high: string | null;
  limit: string;
  fed: boolean;
  least: string | null;
  most: string | null;
  whole: boolean;
}
/** What is to be mended; `next` is the button, `stops`: the device may not run. */
export interface Mend {
  id: string;
  version: number;
  kind: string;
  number: string;
  text: string;
  device: string;
  equname: string;
  equcode: string;
  due: string | null;
  late: boolean;
  stops: boolean;
  step: string;
  stepName: string;
  next: string;
  route: string;
  problems: Problem[];
}
/** A node of the menu; `todo` names the step whose count stands beside it. */
export interface MenuItem {
  id: string;
  parentId: string;
  parentIds: string;
  name: string;
  href: string;
  icon: string;
  sysCode: string;
  todo: string | null;
  childList: MenuItem[];
}
export interface MergeCheck {
  type: string;
  objects: MergeHead[];
  against: Obstacle[];
  moves: Dependents[];
  fields: ComparedField[];
}
/** What tells a record from others on the merge screens; `open`: it has open business. */
export interface MergeHead {
  id: string;
  version: number;
  name: string;
  code: string;
  place: string;
  open?: boolean;
}
export interface Merged {
  traceId: string;
  id: string;
  code: string;
  name: string;
  at: string;
  by: string;
}
export interface Merger {
  keptId: string;
  merged: number;
  moves: Record<string, number>;
}
/** The newest messages of each box; `count` is the number of all unread ones. */
export interface MessageBox {
  unread: MessageLine[];
  readed: MessageLine[];
  trash: MessageLine[];
  count: number;
}
export interface MessageLine {
  msg_id: string;
  title: string;
  kind: string;
  create_time: string;
  level: string;
  route: string;
}
export interface MessageText extends MessageLine {
  content: string;
}
/** A model in words, above its result. */
export interface ModelSaid {
  name: string;
  source: string;
  asks: string;
}
/** The month so far: machines inspected, reports issued, days from entry to approval, share passed at once; what was not passed at once. */
export interface MonthFigures {
  inspected: number;
  inspectedRoute: string;
  issued: number;
  issuedRoute: string;
  days: number | null;
  passrate: number | null;
  sentbackRoute: string;
}
/** A move that leads on from where a row stands; `primary` is the one for which it waits, `back` a return. */
export interface Move {
  name: string;
  label: string;
  verb: string;
  done: string;
  permission: string;
  call: string;
  batchCall: string;
  form: string;
  needsReason: boolean;
  back: boolean;
  primary: boolean;
  signed?: boolean;
}
/** A file of a project as its page shows it; `view` names the import by which it is understood. */
export interface MovedFile {
  id: string;
  version: number;
  name: string;
  size: number;
  format: string;
  encoding: string;
  kind: string;
  kindName: string;
  state: string;
  stateName: string;
  tone: string;
  message: string;
  rows: number;
  made: number;
  merged: number;
  out: number;
  counted: boolean;
  loaded: boolean;
  columns: HeldColumn[];
}
/** The files of a project, whether they may still change, and the kinds of records that there are. */
export interface MovedFiles {
  state: string;
  open: boolean;
  busy: boolean;
  kinds: Record<string, string>[];
  files: MovedFile[];
}
export interface NearUnit {
  id: string;
  name: string;
  code: string;
}
/** A unit that a file brings; `row` is its first, `faults` stand against it. */
export interface NewUnit {
  name: string;
  code: string;
  row: number;
  rows: number;
  faults: string[];
}
/** What is to be done: `kind` is book, or the page of `route` opens. */
export interface Next {
  label: string;
  kind: string;
  route: string;
}
/** A date besides the main one: as the record has it, and as the rule gives it. */
export interface NextDay {
  field: string;
  label: string;
  value: string | null;
  ruledate: string | null;
}
/** Why the next dates are what they are. */
export interface NextExplained {
  lines: DateLine[];
  years: YearMark[];
  warnings: string[];
  base: string | null;
  nextaction: string;
  reportno?: string;
  chosen?: string;
  recomputed?: string;
}
/** A step as the processes declare it. */
export interface NodeRow {
  code: string;
  name: string;
  lane: string;
  place: number;
  optional: boolean;
  branches: boolean;
  who: string;
  given: boolean;
  leads: string[];
  backs: string[];
  guards: string[];
  earlier: string[];
}
/** A notice as the pages of its item name it. */
export interface NoticeLink {
  id: string;
  noticeno: string;
  kindName: string;
  stepName: string;
  due: string | null;
}
/** A notice as the archive of its device names it. */
export interface NoticeOfDevice {
  id: string;
  notifyno: string;
  notifydate: string | null;
  worktype: string;
  contractorname: string;
  licno: string;
  startdate: string | null;
  enddate: string | null;
  stepName: string;
}
export interface NoticeText {
  id: string;
  title: string;
  kind: string;
  content: string;
  publisher: string;
  publishTime: string | null;
  top: boolean;
}
export interface Obstacle {
  id: string;
  sentence: string;
}
/** A device, and what it may be declared for; the first that is `proposed` falls due next. */
export interface Offer {
  id: string;
  equname: string;
  equcode: string;
  useplace: string;
  choices: Option[];
}
/** A department or station. */
export interface Office {
  id: string;
  name: string;
  code: string;
  parentId: string;
  type: string;
  classes: string;
  value: string;
  label: string;
}
/** A device and what may be declared of it; `owes` is what its unit has not paid. */
export interface OnsiteDevice {
  id: string;
  equname: string;
  equcode: string;
  usecertno: string;
  equidentcode: string;
  equclass: string;
  equclacode: string;
  useplace: string;
  ninspdate: string | null;
  overdue: boolean;
  stopped: boolean;
  unitsysid: string;
  unitname: string;
  contact: string;
  owes: string;
  sorts: OnsiteSort[];
}
/** What came of it: the number, where it stands now, its items when it was accepted, and what is to be checked. */
export interface OnsiteDone {
  id: string;
  appno: string;
  stepName: string;
  warning: string;
  items: OnsiteItem[];
}
export interface OnsiteItem {
  id: string;
  seisn: string;
  equname: string;
  equcode: string;
}
/** An inspection of a device: `why` it cannot be declared, that it is `early`, why it cannot be accepted or begun by the user there and then; empty when it can. */
export interface OnsiteSort {
  seisort: string;
  seisortName: string;
  testsort: string;
  testsortName: string;
  why: string;
  early: string;
  acceptwhy: string;
  beginwhy: string;
}
/** Where a declaration was made on site; without a place, `noplace` says why there is none. */
export interface OnsiteWhere {
  latitude: string | null;
  longitude: string | null;
  accuracy: number | null;
  located: string | null;
  noplace: string;
  distance: number | null;
  warning: string;
}
export interface OpAnswer {
  id: string;
  seq: number;
  state: string;
  message: string;
  value: unknown;
  version: number;
}
export interface OpenNotice {
  words: string;
  term: string | null;
}
/** `more` says that another page is there already; with `cursor` reading goes on, now or tomorrow. */
export interface OpenPage {
  entity: string;
  edition: number;
  rows: OpenRow[];
  cursor: string;
  more: boolean;
}
/** One object. Of a `deleted` one only the key is told; `lacking` says why another has no data. */
export interface OpenRow {
  id: string;
  changed: string;
  deleted: boolean;
  data: Record<string, unknown>;
  lacking: string;
}
export interface Operator {
  operatorCode: string;
}
/** `last` is the last sequence number that was received: what comes next begins behind it. */
export interface OpsAnswer {
  serverTime: string;
  last: number;
  answers: OpAnswer[];
}
/** `why` it cannot be chosen now; it is shown all the same. One that is `proposed` is what an input begins with. */
export interface Option {
  value: string;
  label: string;
  why?: string;
  proposed?: boolean;
}
/** What the browser is asked, as it takes it; empty when there is nothing to ask for. */
export interface Options {
  options: Record<string, unknown>;
}
/** An order and the picture that is scanned to pay it. */
export interface OrderAnswer {
  orderno: string;
  chargesysid: string;
  paycode: string;
  amount: string;
  image: string;
  simulated: boolean;
}
export interface OtherValue {
  label: string;
  ours: string;
  theirs: string;
}
export interface OverdueEquipment {
  id: string;
  equname: string;
  equcode: string;
  useorgname: string;
  useplace: string;
  ninspdate: string | null;
  days: number;
  equclass: string;
}
export interface Pack {
  serverTime: string;
  digest: string;
  jobs: PackedLine[];
  gone: GoneJob[];
}
/** A job as a terminal keeps it. `rows` are the numbers of the rows of its tables, in their order. */
export interface PackedJob {
  id: string;
  reportcode: string;
  record: string;
  version: number;
  step: string;
  stepName: string;
  main: boolean;
  equcode: string;
  equname: string;
  unit: string;
  address: string;
  sort: string;
  plandate: string | null;
  contact: string;
  entry: Record<string, unknown>;
  template: PackedTemplate | null;
  last: ReportBefore[];
  notices: OpenNotice[];
  guide: Guide[];
  device: Record<string, string>;
  editable: string[];
  rows: Record<string, string[]>;
}
export interface PackedLine {
  id: string;
  digest: string;
  same: boolean;
  job: PackedJob | null;
}
/** How the record is drawn. `photo` and `phrases` by the number of the item: when a photo is required (always, or fault: of a failing item), and words that are ready for its note. */
export interface PackedTemplate {
  code: string;
  edition: number;
  spots: Spot[];
  photo: Record<string, string>;
  phrases: Record<string, string[]>;
}
/** One page of a list; `countCapped` says that there are more rows than were counted. `segments` are the counts of its parts, as far as they could be counted; `note` says how far was looked, when not to the end. */
export interface Page {
  pageNo: number;
  pageSize: number;
  count: number;
  countCapped: boolean;
  list: Record<string, unknown>[];
  segments?: Record<string, number>;
  note?: string;
}
export interface PaletteHit {
  group: 'menu' | 'equipment' | 'unit' | 'application' | 'business';
  title: string;
  sub: string;
  route: string;
}
/** A drawing of its own, which the client has under `name`. */
export interface PanelPart {
  kind: 'panel';
  key: string;
  title: string;
  tab: string;
  name: string;
  data: unknown;
}
/** A parameter that may be found otherwise: how it is filled in, and what the archive states. */
export interface Parameter extends FormField {
  old: unknown;
  oldShown: string;
}
export interface ParentOffice {
  id: string;
  name: string;
  code: string;
  type: string;
}
/** A part of a sentence, and whether it says what was asked. */
export interface Part {
  text: string;
  hit: boolean;
}
export interface PendingLine {
  id: string;
  action: string;
  title: string;
}
export interface Person {
  id: string;
  name: string;
  departId: string;
  departName: string;
  mobile: string;
  quals: Qualification[];
}
export interface Phone {
  label: string;
  number: string;
}
/** What a phone shows above its button; its token stands in for a session. */
export interface PhoneRecord {
  title: string;
  number: string;
  owner: string;
  userName: string;
}
export interface Phones {
  phones: Phone[];
}
/** `place` says where it belongs, in words. */
export interface Photo {
  attsysid: string;
  item: string;
  place: string;
  name: string;
  mime: string;
}
export interface PhotoAnswer {
  serverTime: string;
  attsysid: string;
  same: boolean;
}
/** `offset`: the bytes that are here; `attsysid`: the file, once it is whole; `broken`: it begins anew, and why. */
export interface PieceAnswer {
  serverTime: string;
  offset: number;
  attsysid: string;
  broken: string;
}
/** A line with its columns and parameters; `pendingId` is the change of it that waits for review. */
export interface PipeLine {
  id: string;
  version: number;
  pipeno: string;
  pipename: string;
  overdue: boolean;
  pendingId: string | null;
  [more: string]: unknown;
}
/** The plan as it was solved, beside first come, first fitted in. */
export interface PlanCompared {
  plan: PlanFigures;
  simple: PlanFigures;
}
export interface PlanFigures {
  metres: number;
  planned: number;
  over: number;
  early: number;
  load: number;
  spread: number;
}
/** An item in a plan; without `plandate` it is not planned, and `why` says what would let it in. */
export interface PlanItem {
  id: string;
  item: string;
  seisn: string;
  equname: string;
  unitname: string;
  useplace: string;
  duedate: string | null;
  site: string;
  minutes: number;
  basis: string;
  lng: number | null;
  lat: number | null;
  plandate: string | null;
  scinspector: string;
  coinspector: string;
  boxno: string;
  timeslot: string;
  place: number;
  metres: number;
  locked: boolean;
  late: boolean;
  why: string;
}
export interface PlanPage {
  id: string;
  version: number;
  station: string;
  first: string;
  last: string;
  days: string[];
  state: string;
  stateName: string;
  percent: number;
  message: string;
  ended: string | null;
  undo: string;
  changeable: boolean;
  acceptable: boolean;
  compared: PlanCompared | null;
  origin: number[] | null;
  tiles: string;
  people: PlanPerson[];
  lines: PlanItem[];
}
/** Somebody of the station; `away` says on which days he is not there, and why. */
export interface PlanPerson {
  id: string;
  name: string;
  away: Record<string, string>;
}
export interface Portrait {
  role: string;
  roleName: string;
  unit: PortraitHead;
  figures: PortraitFigure[];
  classes: PortraitClass[];
  charts: PortraitChart[];
  events: Event[];
}
export interface PortraitChart {
  key: string;
  title: string;
  months: string[];
  series: Series[];
  routes: string[];
}
export interface PortraitClass {
  equclass: string;
  name: string;
  total: number;
  inuse: number;
  overdue: number;
  unqualified: number;
  detoverdue: number;
  soon: number;
  route: string;
}
/** A figure and the address of its rows. */
export interface PortraitFigure {
  key: string;
  label: string;
  value: number;
  route: string;
  note: string;
  tone: '' | 'ca' | 'no';
}
export interface PortraitHead {
  id: string;
  name: string;
  code: string;
  contact: string;
  tel: string;
  blacklist: boolean;
  areacodeName: string;
  creditName: string;
  unittypeName: string;
}
export interface PortraitUnit {
  id: string;
  name: string;
  code: string;
  areacode: string;
  areacodeName: string;
  address: string;
}
export interface Post {
  label: string;
  names: string[];
}
/** What a change would do to a device, or why it cannot be made. */
export interface Previewed {
  id: string;
  version: number;
  code: string;
  name: string;
  place: string;
  changes: Change[];
  refusal: string;
}
/** A print of a declaration, of one of its items or of its report. */
export interface PrintLine {
  id: string;
  at: string;
  printtypeName: string;
  subject_no: string;
  reportno: string;
  copies: number;
  reprint: boolean;
  reason: string;
  by_name: string;
}
/** Whether a request can be printed, and if not, why. */
export interface Printable {
  id: string;
  changeno: string;
  reportno: string;
  printable: boolean;
  why: string;
}
/** One problem of a notice, with what the unit has answered. */
export interface Problem {
  id: string;
  version: number;
  seq: number;
  place: string;
  problem: string;
  advice: string;
  measure: string;
  donedate: string | null;
  doneby: string;
}
/** How far a job is. */
export interface Progress {
  state: string;
  stateName: string;
  total: number;
  passed: number;
  ended: boolean;
}
export interface ProjectHead {
  id: string;
  version: number;
  projname: string;
  useorgname: string;
  usecertno: string;
  registered: boolean;
  [more: string]: unknown;
}
export interface ProjectLines {
  project: ProjectHead;
  lines: PipeLine[];
  totals: LineTotals;
  pending: PendingLine[];
  may: LineRights;
}
/** The conclusion that the results ask for, and why. */
export interface Proposal {
  word: string;
  code: string;
  reason: string;
  remark: string;
}
/** `head` is the line that was taken for the heading, `headLines` how many lines it has; `top` the first lines. */
export interface Proposed {
  filename: string;
  head: number;
  headLines: number;
  top: TopLine[];
  columns: ColumnProposal[];
  fields: ImportField[];
  sources: KnownSource[];
}
export interface Qualification {
  item: string;
  itemName: string;
  certno: string;
  validto: string;
  status: string;
}
export interface QualitySummary {
  total: number;
  bad: number;
  mean: number;
  checks: number;
  faults: FaultCount[];
  units: Worst[];
  areas: Worst[];
}
/** A cell as it stands in the file, as it is understood, and what is wrong with it by itself. */
export interface ReadCell {
  given: string;
  read: string;
  fault: string;
}
export interface ReadRow {
  cells: ReadCell[];
}
/** What a unit has for a filing of an area, before it writes one. */
export interface Readiness {
  licno: string;
  persons: number;
  lifts: number;
  needed: number;
  standing: string;
}
/** What one institute, or the whole installation, needs. */
export interface ReadyGroup {
  title: string;
  missing: number;
  lines: ReadyLine[];
}
/** Something that is needed, how it stands (`ok`, `ca`, `no`), and the page where this user can see to it. */
export interface ReadyLine {
  title: string;
  state: string;
  text: string;
  to: string;
  page: string;
}
/** A record page: `name` is that of its tab, `picture` an attachment, `symbol` the class drawn before it. `opens` is the tab that stands first. With `anyDay` it can be read as of any day; `asOf` is the day of this answer when it is not today. */
export interface RecordAnswer {
  viewNo: string;
  id: string;
  version: number;
  title: string;
  name: string;
  subtitle: string;
  identity: string;
  picture: string;
  symbol: string;
  opens: string;
  anyDay: boolean;
  asOf: string | null;
  facts: RecordFact[];
  notices: RecordNotice[];
  actions: Action[];
  form: string | null;
  groups: FormGroup[];
  record: Record<string, unknown>;
  parts: (RowsPart | ListPart | PanelPart)[];
  history: RecordHistory[];
  files: RecordFiles | null;
}
/** A record page before there is a record; `form` is that of a new one, when the page creates one. */
export interface RecordConfig {
  viewNo: string;
  title: string;
  url: string;
  form: string | null;
}
export interface RecordFact {
  label: string;
  text: string;
  dot?: boolean;
  note?: string;
  noteTone?: '' | 'go' | 'ok' | 'ca' | 'no';
  link?: string;
  tone?: '' | 'go' | 'ok' | 'ca' | 'no';
  why?: string[];
}
export interface RecordFiles {
  owner: string;
  types: string[];
  title: string;
}
export interface RecordHead {
  template: string;
  inspdate: string | null;
  begunat: string;
  endedat: string;
  conclusion: string;
  nextdate: string | null;
  ruledate: string | null;
  opinionno: string;
  rectifydue: string | null;
  problems: string;
  remark: string;
  conditions: Record<string, string>;
  facts: Record<string, string>;
  instruments: InstrumentLine[];
}
export interface RecordHistory {
  title: string;
  entity: string;
  id: string;
}
export interface RecordNotice {
  text: string;
  tone: '' | 'go' | 'ok' | 'ca' | 'no';
}
export interface RecordState {
  told: Followed[];
  findings: Finding[];
  worked: WorkedTable[];
  least: Record<string, number>;
  impossible: Record<string, Record<string, string>>;
  proposal: Proposal;
  conclusions: Conclusion[];
  problems: string;
  stated: Record<string, string>;
  rectifydue: string | null;
  next: NextExplained | null;
  ruledate: string | null;
  dates: NextDay[];
  tools: Tools;
  corrections: Record<string, Stated>;
  version: number;
  nextdate: string | null;
}
/** Codes that stand in for the telephone, each once. */
export interface Recovery {
  recovery: string[];
}
/** What a new rectification notice says of itself before anybody has chosen. */
export interface RectifyBeginning {
  due: string;
}
/** A policy of the acceptance day: what it takes off, or why it does not. */
export interface ReliefSaid {
  name: string;
  document: string;
  amount: string;
  why: string;
}
export interface Repeat {
  repeat: boolean;
  id?: string;
  equcode?: string;
  equname?: string;
  useorgname?: string;
  equclass?: string;
}
/** What a report before said of the items, by the number of the item. */
export interface ReportBefore {
  reportno: string;
  inspdate: string | null;
  conclusion: string;
  results: Record<string, Record<string, unknown>>;
}
/** `verdict`: genuine, superseded (genuine, but another counts), changed, foreign, unsigned or unknown. `lines` say digest, signature and seal in words; `report` is what the genuine report states. */
export interface ReportProof {
  verdict: string;
  title: string;
  lines: string[];
  digest: string;
  report: ReportVerification | null;
}
/** What a genuine report states, without personal data; `heading` and `notes` say whether it still counts. */
export interface ReportVerification {
  current: boolean;
  heading: string;
  notes: string[];
  reportno: string;
  title: string;
  unitname: string;
  equname: string;
  equcode: string;
  usecertno: string;
  conclusion: string;
  inspdate: string | null;
  ninspdate: string | null;
  orgname: string;
  digest: string;
  issuedAt: string;
  signer: string;
  state: string;
  valid: boolean;
  pdfUrl: string;
  sm2: string;
  p7sUrl: string;
}
export interface ResetLink {
  token: string;
  check: string;
  minutes: number;
}
export interface Revealed {
  idno: string;
}
/** Child rows. Beside `x` a row may have `xName`, `xTone`, `xNote` (a title) and `xLink` (an address). A new row starts with `owner`; all but the names in it is sent when it is saved. */
export interface RowsPart {
  kind: 'rows';
  key: string;
  title: string;
  tab: string;
  count: number;
  noun: string;
  empty: string;
  hint: string;
  owner: Record<string, unknown>;
  columns: Column[];
  rows: Record<string, unknown>[];
  actions: Action[];
  link?: Link;
}
export interface RuleTable {
  value: string;
  label: string;
  viewNo: string;
}
/** A recomputation; `passed` devices were looked at, `left` could not be computed. */
export interface Run {
  id: string;
  version: number;
  reason: string;
  state: string;
  stateName: string;
  passed: number;
  changed: number;
  left_count: number;
  written: number;
  skipped: number;
  message: string;
  user_name: string;
  at: string;
  ended: string | null;
  ways: Ways;
  summary: DateChange[];
  left: Left[];
}
export interface Sample {
  sample: string;
}
/** What a save answers. */
export interface Saved {
  id: string;
  version: number;
}
export interface SavedDevice {
  pending?: boolean;
  changeId?: string;
  equdatasysid?: string;
  id: string;
  equclass: string;
  version: number;
}
/** What saving answers. */
export interface SavedDrawing extends Checked {
  id: string;
  version: number;
}
export interface SavedQuery {
  id: string;
  version: number;
  kind: string;
  name: string;
  remark: string;
  shared: boolean;
  matchall: boolean;
  conditions: Condition[];
  columns: string[];
  sort: string;
  mine: boolean;
}
export interface SavedView {
  viewId: string;
  version: number;
  name: string;
  shared: boolean;
  mine: boolean;
  columns: string[];
  search: Record<string, unknown>;
  sort: string;
}
export interface SavedViewKey {
  viewId: string;
  version: number;
}
/** What was found; `says` is the sentence where nothing was. */
export interface SearchAnswer {
  rows: Found[];
  says: string;
}
export interface SearchField {
  prop: string;
  label: string;
  widget: 'input' | 'select' | 'date' | 'dateRange' | 'number' | 'category' | 'area' | 'unit' | 'user' | 'map' | 'checkbox';
  quick: boolean;
  dict?: string;
  placeholder?: string;
  options?: Option[];
}
export interface SearchFormConfig {
  viewNo: string;
  fields: SearchField[];
}
/** A file before it is taken. `own`: it is in our own form and nothing is to be said of its headings. */
export interface Seen {
  own: boolean;
  bank: string;
  head: number;
  lines: number;
  columns: SeenColumn[];
  fields: SeenField[];
}
/** A heading with its first values, what it probably means, and why. */
export interface SeenColumn {
  head: string;
  field: string;
  why: string;
  samples: string[];
}
export interface SeenField {
  name: string;
  label: string;
}
/** A part of a list that is opened by one click, and the order in which it opens. */
export interface Segment {
  code: string;
  label: string;
  sort: string;
}
export interface Series {
  name: string;
  values: number[];
}
export interface Side {
  prop: string;
  label: string;
  suffix: string;
}
/** For how long nothing is asked for again. */
export interface Signed {
  minutes: number;
}
/** A signature as the pages name it; `at` is '' where it is still to come. */
export interface SignedBy {
  role: string;
  name: string;
  at: string;
  way: string;
}
export interface SiteMeasure {
  code: string;
  label: string;
  unit: string;
  limit: string;
  measured: boolean;
  low: string | null;
  high: string | null;
}
/** Where at the device items are looked at; `items` are their numbers, in the order of the round. */
export interface Spot {
  name: string;
  items: number[];
}
/** What stands in a square: the middle of it all, how many, how many of them late, and soon; the square itself. */
export interface Square {
  lng: number;
  lat: number;
  count: number;
  late: number;
  soon: number;
  box: number[];
}
/** A statistic as it is drawn: its lines with their numbers, the sums, and where each number leads. */
export interface StatAnswer {
  viewNo: string;
  title: string;
  note: string;
  by: string;
  prop: string;
  series: boolean;
  dimensions: Option[];
  measures: StatMeasure[];
  lines: StatLine[];
  total: StatLine;
  middle: StatLine | null;
  begin: string;
  end: string;
  period: string;
  route: string;
  at: string;
}
export interface StatColumn extends Option {
  total: number;
}
export interface StatLine {
  value: string;
  label: string;
  cells: Record<string, number>;
  shares: Record<string, number | null>;
}
export interface StatMeasure {
  name: string;
  label: string;
  kind: string;
  asks: Record<string, string>;
  share: string;
  alarm: boolean;
}
export interface StatRow extends Option {
  cells: Record<string, number>;
  total: number;
  late: number;
  unqualified: number;
}
/** Devices by two dimensions, with the overdue and unqualified ones of each row. */
export interface StatTable {
  row: Side;
  col: Side;
  columns: StatColumn[];
  rows: StatRow[];
  total: number;
  late: number;
  unqualified: number;
  dimensions: Option[];
  at: string;
}
export interface StateAnswer {
  ids: string[];
  count: number;
  reminder: string;
}
/** A parameter as the record keeps it. */
export interface Stated {
  value: unknown;
  reason: string;
}
/** A sub-report as the pages of its item name it. */
export interface SubReportLink {
  id: string;
  subno: string;
  subname: string;
  subresult: string;
  step: string;
  stepName: string;
  pages: number;
  auditor: string;
}
/** The sub-reports of an item; `names` are those that its templates know, none where they know of none. */
export interface SubReports {
  names: string[];
  rows: SubReportLink[];
}
export interface SubmitAnswer {
  serverTime: string;
  step: string;
  stepName: string;
}
/** What the last arrangement used, and who was there last time. */
export interface Suggestion {
  instruments: string[];
  vehicle: string;
  lastinspectors: string;
  lastdate: string | null;
}
/** The desktop of a supervisor; its figures were counted at most a minute before. */
export interface Supervision {
  today: string;
  countedAt: string;
  figures: SupervisionFigure[];
  areas: SupervisionArea[];
  worst: string;
  worstRoute: string;
  overdue: OverdueEquipment[];
  waiting: number;
  steps: TodoStep[];
  tasks: TodoItem[];
  messages: TodoMessage[];
}
/** A county; `rate` is overdue devices per ten thousand. */
export interface SupervisionArea {
  code: string;
  name: string;
  total: number;
  overdue: number;
  rate: number;
}
export interface SupervisionFigure {
  key: string;
  label: string;
  value: number;
  tone: '' | 'go' | 'ok' | 'ca' | 'no';
  route: string;
}
/** A column: `role` says who fills it; `options` are all that may stand in it, when there are any. */
export interface TableCell {
  column: string;
  role: 'param' | 'key' | 'input' | 'computed' | 'photo';
  label: string;
  unit: string;
  type: 'number' | 'text' | 'choice' | 'date' | 'flag';
  options: string[];
}
/** A list before it has rows. `late` names the column whose 1 makes a row red; `sortsAtMost` says of a list of millions how many rows may be left to be sorted by another column than its own. */
export interface TableConfig {
  viewNo: string;
  title: string;
  url: string;
  params: Record<string, string>;
  rowKey: string;
  defaultSort: string;
  pageSize: number;
  exportable: boolean;
  late: string | null;
  due: string[];
  columns: Column[];
  actions: Action[];
  views: SavedView[];
  segments: Segment[];
  sortsAtMost: number | null;
}
/** A result of a table; `item`, `field` name the measured value that it is, '' for one that is none. */
export interface TableResult {
  label: string;
  value: string;
  unit: string;
  item: string;
  field: string;
}
/** What became of a file. Until its job has ended, `state` is none of the end and nothing is counted. */
export interface Taken {
  id: string;
  state: string;
  linecount: number;
  matched: number;
  different: number;
  lacking: number;
}
export interface Target {
  value: string;
  label: string;
  sub: string;
}
export interface TaskContact {
  name: string;
  tel: string;
  address: string;
}
export interface TaskDetail {
  items: TaskItem[];
  people: Inspector[];
  instruments: InstrumentChoice[];
  days: string[];
  suggested: Suggestion;
  moves: Move[];
}
/** A business item as its arrangement and confirmation show it. */
export interface TaskItem {
  id: string;
  seisn: string;
  appno: string;
  unitname: string;
  equname: string;
  equcode: string;
  useplace: string;
  areacode: string;
  street: string;
  estate: string;
  equclass: string;
  equclacode: string;
  scinspector: string;
  scinspectorname: string;
  inspectors: string[];
  inspectornames: string;
  timeslot: string;
  vehicle: string;
  instruments: string[];
  taskremark: string;
  taskno: string;
  contacted: string;
  siteconditions: string;
  safetybriefed: boolean;
  taskvoided: string;
  step: string;
  version: number;
  backReason: string;
  backDescription: string;
  backUser: string;
  testsort: string;
  seisort: string;
  duedate: string | null;
  plandate: string | null;
  confirmeddate: string | null;
  acceptdate: string | null;
  limit_at: string | null;
}
export interface TaskQualification {
  item: string;
  validto: string;
}
export interface Template {
  code: string;
  items: number;
}
export interface Term {
  prop: string;
  label: string;
  value: unknown;
}
export interface Todo {
  today: string;
  total: number;
  late: number;
  dueToday: number;
  steps: TodoStep[];
  first: TodoItem[];
  messages: TodoMessage[];
  due: DueDay[];
}
export interface TodoItem {
  stepcode: string;
  label: string;
  seisn: string;
  unitname: string;
  equname: string;
  limit: string;
  lateDays: number;
  late: boolean;
  route: string;
}
export interface TodoMessage {
  msg_id: string;
  kind: string;
  title: string;
  route: string;
  create_time: string;
  unread: boolean;
}
/** What waits at a step, by how urgent it is. */
export interface TodoStep {
  stepcode: string;
  label: string;
  route: string;
  count: number;
  late: number;
  today: number;
  soon: number;
  rest: number;
  earliest: string | null;
}
export interface Toggled {
  day: string;
  working: boolean;
  exception: boolean;
}
/** A new token, told this once. */
export interface Token {
  token: string;
}
/** The items for which an instrument is used, by their numbers. */
export interface ToolUse {
  id: string;
  items: string;
}
/** `proposed` are those of the box that the items need beside those that the inspector named. */
export interface Tools {
  proposed: InstrumentLine[];
  uses: ToolUse[];
  states: Option[];
}
/** One of the first lines of the sheet. */
export interface TopLine {
  line: number;
  text: string;
}
export interface TraceDetail {
  id: string;
  how: string;
  name: string;
  code: string;
  reason: string;
  by_name: string;
  createtime: string;
  keptname: string;
  state: string;
  back_by: string;
  back_at: string | null;
  object_id: string;
  moves: Record<string, number>;
  fields: ComparedField[];
}
export interface TreeOption extends Option {
  children?: TreeOption[];
}
/** A month of inspections in the area: how many devices, and how many of them failed. */
export interface TrendMonth {
  month: string;
  inspected: number;
  failed: number;
  route: string;
}
/** What a device would cost, or which parameter is missing. */
export interface Tried {
  equcode: string;
  day: string;
  lines: DraftLine[];
  total: string;
  missing: string;
}
export interface Understood {
  labels: string[];
  rows: ReadRow[];
}
export interface UnitAsOf {
  id: string;
  asOf: string | null;
  asOfNote: string;
  fields: UnitField[];
}
/** A unit as a field takes it over; key and name under both of the contract's names. */
export interface UnitChoice {
  id: string;
  unitsysid: string;
  name: string;
  orgname: string;
  code: string;
  areacode: string;
  address: string;
  contact: string;
  tel: string;
  usertype: string;
  invoicetitle: string;
  taxno: string;
  email: string;
}
export interface UnitCounts {
  useunits: number;
  maintainers: number;
  makers: number;
  installers: number;
  persons: number;
}
export interface UnitField {
  prop: string;
  label: string;
  value: unknown;
  shown: unknown;
}
/** A unit without an archive: in which columns and how many rows it stands, and units that are called nearly so. */
export interface UnknownUnit {
  name: string;
  labels: string[];
  rows: number;
  near: NearUnit[];
}
export interface Unread {
  unread: number;
}
/** A visit to be signed; `wrong` are its items with a fault, in words. */
export interface Unsigned {
  id: string;
  version: number;
  equcode: string;
  useplace: string;
  maiorgname: string;
  kind: string;
  persons: string;
  visitday: string;
  wrong: string[];
}
export interface Uploaded {
  attsysid: string;
  version: number;
  name: string;
  size: number;
  type: string;
  mime: string;
  item: string;
}
export interface UseMark {
  equname: string;
  kind: string;
  equcode: string;
  usecertno: string;
  equinnerno: string;
  rescue: string;
  useorgname: string;
  useplace: string;
  maiorgname: string;
  inspectedBy: string;
  superorgname: string;
  status: string;
  inspdate: string | null;
  ninspdate: string | null;
  overdue: boolean;
  stopped: string;
}
/** The contract's user info. */
export interface UserInfo {
  id: string;
  name: string;
  loginName: string;
  avatar: string;
  userSsoInfo: string;
  userDepartId: string;
  userOrgId: string;
  userUnitId: string;
  jurisdiction: string;
  industryType: string;
  roleNames: string;
  userDeptUniCode: string;
  orgName: string;
  departName: string;
  mobile: string;
  mustChangePassword: boolean;
  demo: boolean;
  hasPin: boolean;
  secondFactor: '' | 'code' | 'key';
  held?: string;
}
export interface ValidatorRow {
  rule: string;
  pattern: string;
  message: string;
}
export interface Version {
  product: string;
  version: string;
  date: string;
}
/** A visit; `editable`: the user may change it. */
export interface Visit {
  id: string;
  version: number;
  equdatasysid: string;
  equcode: string;
  useplace: string;
  maiorgname: string;
  maitype: string;
  persons: string;
  visitday: string;
  starttime: string;
  endtime: string;
  items: VisitItem[];
  faults: number;
  signed: boolean;
  signedby: string;
  score: number | null;
  prevday: string | null;
  intervaldays: number | null;
  limitdays: number | null;
  overdue: boolean;
  remark: string;
  editable: boolean;
}
export interface VisitItem {
  no: string;
  item: string;
  requirement?: string;
  result?: string;
  note?: string;
}
/** One application of a visit. */
export interface VisitPart {
  id: string;
  onlineno: string;
  name: string;
  count: number;
  stepName: string;
  appno: string;
  route: string;
}
/** `last` and `persons`: the day of the last visit, and who made it for the same maintainer. */
export interface VisitStart {
  lift: Lift;
  items: VisitItem[];
  last: string | null;
  persons: string;
}
/** How far the phone is from the farthest of the devices, and the sentence when that is too far. */
export interface Way {
  distance: number | null;
  warning: string;
}
export interface Ways {
  earlier: number;
  later: number;
  added: number;
}
/** Why a device is due; `kind` names the reason. */
export interface Why {
  kind: string;
  text: string;
  tone: '' | 'go' | 'ok' | 'ca' | 'no';
}
export interface WordProposal {
  word: string;
  code: string;
  why: string;
}
/** What follows from a table: computed cells by row, results, failing cells as `column#row`, what is lacking, and what the archive knows of its cells by row. */
export interface WorkedTable {
  code: string;
  rows: Record<string, string>[];
  results: TableResult[];
  fails: string[];
  lacking: string[];
  known: Record<string, string>[];
}
export interface Worst {
  value: string;
  label: string;
  total: number;
  bad: number;
  mean: number;
}
export interface Year {
  year: number;
}
/** What a unit was charged in a year: yuan that stand, and for how many items. */
export interface YearCharged {
  year: number;
  amount: string;
  items: number;
}
/** A year of the cycle: inspection (DJ) or detection (JC) is done, next or due later. */
export interface YearMark {
  number: number;
  due: string;
  action: 'DJ' | 'JC';
  state: 'done' | 'next' | 'later';
  brake: boolean;
}

/** What a call answers, by its path. */
export interface Answers {
  '/a/login': UserInfo;
  '/a/loginConfig': LoginConfig;
  '/a/resetRequest': ResetLink;
  '/a/stone/attachment/findAttList': AttachmentLine[];
  '/a/stone/attachment/uploadAttToMis': Uploaded[];
  '/a/stone/common/queryGroupAtt': Record<string, AttachmentLine[]>;
  '/api/again/declare': string[];
  '/api/alterapply/alterApplyAskForPrint': Printable[];
  '/api/appbuss/fillAsBefore': RecordState;
  '/api/appbuss/getAudit': AuditScreen;
  '/api/appbuss/getItem': ItemScreen;
  '/api/appbuss/saveRecord': RecordState;
  '/api/appmain/checkCharge': Chargeable;
  '/api/appmain/checkError': Check[];
  '/api/appmain/findCombinations': Combination[];
  '/api/appmain/findInmGroup': Record<string, unknown>[];
  '/api/appmain/findUnitEquipment': DeviceChoice[];
  '/api/appmain/getDetailAppMain': DeclarationDetail;
  '/api/appmain/materials': Begun;
  '/api/appmain/saveAppMain': DeclarationDetail;
  '/api/appmain/shortcutPlan': number;
  '/api/appmain/shortcutPlan/boxes': Option[];
  '/api/appmain/shortcutPlan/mains': Option[];
  '/api/appmain/shortcutPlan/people': Option[];
  '/api/appmain/submitExcelImport': ImportState;
  '/api/appmain/taskConfirmCheck': Check[];
  '/api/appmain/taskConfirmDetail': ConfirmDetail;
  '/api/appmain/taskSchedCheck': Check[];
  '/api/appmain/taskSchedDetail': TaskDetail;
  '/api/archives/lineage': Ancestor[];
  '/api/archives/trace/detail': TraceDetail;
  '/api/arrears/make': string[];
  '/api/businesspro/common/getFlowLog': FlowCourse;
  '/api/businesspro/common/getOfficeList': Office[];
  '/api/businesspro/common/getOfficeListByUser': Office[];
  '/api/businesspro/common/getParentInfo': ParentOffice | null;
  '/api/businesspro/common/queryBusinessGroup': Record<string, unknown>[];
  '/api/businesspro/common/queryBusinessUser': Person[];
  '/api/carbonCopyManager/organisations': Option[];
  '/api/chagddj/ibmsSeiAssChaGddj/gddjSave': Calculation;
  '/api/chagdjjmain/ibmsSeiAssChaGdjjMain/gdjjSave': Calculation;
  '/api/chamain/billFile/result': CameBack;
  '/api/chamain/billRequest/start': number;
  '/api/chamain/chaMain/assembly': ChargeDraft;
  '/api/chamain/chaMain/check': number;
  '/api/chamain/chaMain/detail': ChargeDraft;
  '/api/chamain/chaMain/getBasicCharge': ChargeDraft;
  '/api/chamain/chaMain/getOffNonTaxQRCode': OrderAnswer;
  '/api/chamain/chaMain/getOnNonTaxQRCode': OrderAnswer;
  '/api/chamain/chaMain/getTaxableQRCode': OrderAnswer;
  '/api/chamain/chaMain/payCallback': string;
  '/api/chamain/chaMain/paySimulated': string;
  '/api/chamain/chaMain/paycodeForNontaxToQy': OrderAnswer;
  '/api/chamain/chaMain/receiptKinds': Option[];
  '/api/chamain/difference/compare': number;
  '/api/chamain/feeTable/tryFee': Tried;
  '/api/chamain/replay/policies': Option[];
  '/api/chamain/replay/progress': Progress;
  '/api/chamain/replay/tables': Option[];
  '/api/chamain/statement/fetch': Taken;
  '/api/chamain/statement/look': Seen;
  '/api/chamain/statement/progress': Progress;
  '/api/chamain/statement/take': Taken;
  '/api/charqdj/ibmsSeiAssChaRqdj/rqdjSave': Calculation;
  '/api/checkUnit/organisations': Option[];
  '/api/common/area/findAreaList': AreaItem[];
  '/api/common/buss/dict/findAllDictListMap': Record<string, DictEntry[]> | null;
  '/api/common/dict/findDictItem': DictEntry | null;
  '/api/common/dict/findDictList': DictEntry[];
  '/api/common/dict/findParentDictItem': DictEntry | null;
  '/api/common/getUnitList': UnitChoice[];
  '/api/common/history': HistoryEntry[];
  '/api/common/version': Version;
  '/api/companyDuty/answer': CheckState;
  '/api/companyDuty/checkList': CheckState;
  '/api/construction/declare': string[];
  '/api/correct/correctable': Correctable;
  '/api/correct/detail': CorrectionDetail;
  '/api/correct/kinds': Option[];
  '/api/correct/save': Draft;
  '/api/dateRun/begin': Run;
  '/api/dateRun/confirm': Run;
  '/api/dateRun/detail': Run;
  '/api/declarationOfConformity/institutes': Option[];
  '/api/detuser/findOrgnameList': DetectionOrg[];
  '/api/epbrmogmmaibasic/epBrmOgmMaiBasic/checkMai': Readiness;
  '/api/epbrmogmmaibasic/epBrmOgmMaiBasic/people': Option[];
  '/api/epbrmogmmaibasic/epBrmOgmMaiBasic/queryChangeGroupAtt': Record<string, unknown>[];
  '/api/eqd1000tpm/eqd1000tpm/getDetailBy1000': DeviceDetail;
  '/api/eqd2000tpm/eqd2000tpm/getDetailBy2000': DeviceDetail;
  '/api/eqd2000tpm/eqd2000tpm/import': ImportState;
  '/api/eqd3000tpm/eqd3000tpm/getDetailBy3000': DeviceDetail;
  '/api/eqd4000tpm/eqd4000tpm/getDetailBy4000': DeviceDetail;
  '/api/eqd5000tpm/eqd5000tpm/getDetailBy5000': DeviceDetail;
  '/api/eqd6000tpm/eqd6000tpm/getDetailBy6000': DeviceDetail;
  '/api/eqd8000GXtpm/eqd8000GXtpm/getDetailBy8000GX': LineDetail;
  '/api/eqd8000tpm/eqd8000tpm/getDetailBy8000': DeviceDetail;
  '/api/eqd8000tpm/eqd8000tpm/getDetailBy8000PIPELINE': ProjectLines;
  '/api/eqd8000tpm/eqd8000tpm/getUpdateList': ChangeRow[];
  '/api/eqd8000tpm/eqd8000tpm/import': ImportState;
  '/api/eqd9000tpm/eqd9000tpm/getDetailBy9000': DeviceDetail;
  '/api/eqdbase/eqdBasic/addEqm': SavedDevice;
  '/api/eqdbase/eqdBasic/batchFields': BatchField[];
  '/api/eqdbase/eqdBasic/batchPreview': Previewed[];
  '/api/eqdbase/eqdBasic/batchUpdate': Count;
  '/api/eqdbase/eqdBasic/changeState': StateAnswer;
  '/api/eqdbase/eqdBasic/delete': Count;
  '/api/eqdbase/eqdBasic/editEqm': SavedDevice;
  '/api/eqdbase/eqdBasic/equmentStat': StatTable;
  '/api/eqdbase/eqdBasic/findFormConfig': EquipmentForm;
  '/api/eqdbase/eqdBasic/findInstitutes': Option[];
  '/api/eqdbase/eqdBasic/findSgGzExtent': NoticeOfDevice[];
  '/api/eqdbase/eqdBasic/getEqdBasicInfo': DeviceDetail;
  '/api/eqdbase/eqdBasic/maintenance': MaintenanceTerms;
  '/api/eqdbase/eqdBasic/merge': Merger;
  '/api/eqdbase/eqdBasic/mergeCheck': MergeCheck;
  '/api/eqdbase/eqdBasic/queryMerge': Candidates[];
  '/api/eqdbase/eqdBasic/valiRepeatCcbh': Repeat;
  '/api/eqdmodify/eqdModifyCheck/getBasicDetail': ChangeDetail;
  '/api/eqdmodify/eqdModifyCheck/getDetail': ChangeDetail;
  '/api/eqdmodify/eqdModifyCheck/getTpmDetail': ChangeDetail;
  '/api/equipment-documents/attachments': Uploaded[];
  '/api/equipment-documents/attachments/configs': AttachmentKind[];
  '/api/equipment-documents/attachments/phone': PhoneRecord;
  '/api/equipmentQuality/device': DeviceFaults;
  '/api/equipmentQuality/summary': QualitySummary;
  '/api/espapp/eqmBcwBasic/findMonitorDictListByEpBcw': DictEntry[];
  '/api/exchange/logQuery/replay': number;
  '/api/exchange/logQuery/replayTime': number;
  '/api/exchange/open/equipment': OpenPage;
  '/api/exchange/open/report': OpenPage;
  '/api/exchange/open/unit': OpenPage;
  '/api/exchange/partners': Option[];
  '/api/exchange/planMng/plans': Option[];
  '/api/exchange/planMng/run': number;
  '/api/exchange/userAuthorize/institutes': Option[];
  '/api/exchange/userAuthorize/token': Token;
  '/api/expiry/declare': string[];
  '/api/expiry/remind': string[];
  '/api/express/make': string[];
  '/api/express/makeOne': Saved;
  '/api/firstRegister/config': EquipmentForm;
  '/api/firstRegister/institutes': Option[];
  '/api/firstRegister/load': FirstBegun;
  '/api/firstRegister/save': Saved;
  '/api/firstRegister/units': LicensedUnit[];
  '/api/flowDesigner/check': Checked;
  '/api/flowDesigner/compare': Comparison;
  '/api/flowDesigner/load': Drawing;
  '/api/flowDesigner/open': Saved;
  '/api/flowDesigner/save': SavedDrawing;
  '/api/flowDesigner/trial/progress': Progress;
  '/api/flowconf/getFlowConfList': FlowStep[];
  '/api/hazard/make': Saved;
  '/api/home/desk': DeskAnswer;
  '/api/home/month': MonthFigures;
  '/api/home/supervision': Supervision;
  '/api/home/todo': Todo;
  '/api/home/trend': TrendMonth[];
  '/api/identity/reveal': Revealed;
  '/api/import/config': ImportConfig;
  '/api/import/preview': Understood;
  '/api/import/progress': ImportState;
  '/api/import/propose': Proposed;
  '/api/import/saveSource': Saved;
  '/api/import/sources': KnownSource[];
  '/api/import/start': ImportState;
  '/api/import/words': FieldWords[];
  '/api/inmConf/departments': Option[];
  '/api/inmConf/people': Option[];
  '/api/inmConf/templates': Option[];
  '/api/inmmain/getList': Record<string, unknown>[];
  '/api/inspectPro/agree/make': Saved;
  '/api/inspectPro/declare': string[];
  '/api/inspectPro/disagree/make': Saved;
  '/api/inspectPro/disagree/projects': Option[];
  '/api/inspectPro/fileLines': number;
  '/api/inspectPro/fileVessels': number;
  '/api/inspectPro/people': Option[];
  '/api/inspectPro/projectsForLines': Option[];
  '/api/inspectPro/projectsForVessels': Option[];
  '/api/instrument/loans/ask': string;
  '/api/instrument/loans/instruments': Option[];
  '/api/instrument/overhauls/instruments': Option[];
  '/api/iot/summary': IotSummary;
  '/api/knowledge/cite': CiteAnswer;
  '/api/knowledge/inUse': Option[];
  '/api/knowledge/numbers': string[];
  '/api/knowledge/search': SearchAnswer;
  '/api/labelProj/departments': Option[];
  '/api/labels/sizes': LabelSize[];
  '/api/layout/findAllSearchFormConfig': SearchFormConfig;
  '/api/layout/findAllTableConfig': TableConfig;
  '/api/layout/findFormConfig': FormConfig;
  '/api/layout/findMap': MapAnswer;
  '/api/layout/findRecordConfig': RecordConfig;
  '/api/layout/findSearchFormConfig': SearchFormConfig;
  '/api/layout/findTableConfig': TableConfig;
  '/api/layout/userFormConfigSave': SavedViewKey;
  '/api/layout/validators': ValidatorRow[];
  '/api/leave/people': Option[];
  '/api/liaison/make': Saved;
  '/api/liftBinding/stations': Option[];
  '/api/maintenance/load': Visit;
  '/api/maintenance/save': Visit;
  '/api/maintenance/start': VisitStart;
  '/api/moving/file/add': string;
  '/api/moving/file/list': MovedFiles;
  '/api/moving/file/preview': Understood;
  '/api/moving/file/propose': Proposed;
  '/api/moving/file/words': FieldWords[];
  '/api/moving/out/ask': Saved;
  '/api/moving/out/progress': Progress;
  '/api/moving/project/progress': Progress;
  '/api/moving/row/leave': number;
  '/api/moving/row/merge': number;
  '/api/my/devices': BoxDevices;
  '/api/my/duties': ClassDuties[];
  '/api/my/mends': Mend[];
  '/api/my/persons': BoxPersons;
  '/api/my/unsigned': Unsigned[];
  '/api/notice/getDetail': NoticeText;
  '/api/online/declare': string[];
  '/api/online/projects': Option[];
  '/api/onsite/boxes': Option[];
  '/api/onsite/declare': OnsiteDone;
  '/api/onsite/find': OnsiteDevice[];
  '/api/onsite/people': Option[];
  '/api/onsite/way': Way;
  '/api/opinion/answer': Saved;
  '/api/opinion/make': Saved;
  '/api/opinion/makeRectify': Saved;
  '/api/opinion/makeRectifyStart': RectifyBeginning;
  '/api/opinion/makeStart': Beginning;
  '/api/pda/conflicts': ConflictLine[];
  '/api/pda/hello': Hello;
  '/api/pda/ops': OpsAnswer;
  '/api/pda/pack': Pack;
  '/api/pda/photo': PhotoAnswer;
  '/api/pda/photo/begin': PieceAnswer;
  '/api/pda/photo/part': PieceAnswer;
  '/api/pda/submit': SubmitAnswer;
  '/api/person/assign': number;
  '/api/person/freeDevices': FreeDevice[];
  '/api/personMng/certificate/ask': number;
  '/api/personMng/certificate/order': number;
  '/api/personMng/preapply/bodies': Option[];
  '/api/personMng/score/candidates': Option[];
  '/api/personMng/trainingClass/student/persons': Option[];
  '/api/phone/reveal': Phones;
  '/api/plan/accept': number;
  '/api/plan/page': PlanPage;
  '/api/plan/stations': Option[];
  '/api/public/annual': Annual;
  '/api/public/certificate': CheckedCertificate;
  '/api/public/equipment': UseMark;
  '/api/public/proveReport': ReportProof;
  '/api/public/verifyReport': ReportVerification;
  '/api/quality/files/chase': string;
  '/api/quality/files/offices': Option[];
  '/api/quality/files/receive': string;
  '/api/quality/spotCheck/signers': Option[];
  '/api/quality/spotDraw/repeat': string;
  '/api/querySetting/edit': Saved;
  '/api/querySetting/fields': Builder;
  '/api/querySetting/form': SavedQuery;
  '/api/querySetting/save': Saved;
  '/api/querySetting/tryOut': Hits;
  '/api/refinery/checkContainers': Ledger;
  '/api/refinery/checkPipelines': Ledger;
  '/api/refinery/columns': LedgerColumn[];
  '/api/refinery/findTargets': Target[];
  '/api/refinery/registerContainers': Ledger;
  '/api/refinery/registerPipelines': Ledger;
  '/api/reportChange/ask': Saved;
  '/api/reportPrint/ofDeclaration': PrintLine[];
  '/api/reportTemplate/conclusion_rules/save': Saved;
  '/api/reportTemplate/grade_rules/save': Saved;
  '/api/reportTemplate/instrument_needs/save': Saved;
  '/api/reportTemplate/open': Saved;
  '/api/reportTemplate/record_fields/save': Saved;
  '/api/reportTemplate/report_conditions/save': Saved;
  '/api/reportTemplate/report_fields/save': Saved;
  '/api/reportTemplate/report_item_evidence/save': Saved;
  '/api/reportTemplate/report_item_limits/save': Saved;
  '/api/reportTemplate/report_item_phone/save': Saved;
  '/api/reportTemplate/report_item_prefill/save': Saved;
  '/api/reportTemplate/report_item_presence/save': Saved;
  '/api/reportTemplate/report_item_texts/save': Saved;
  '/api/reportTemplate/report_items/save': Saved;
  '/api/reportTemplate/report_layouts/save': Saved;
  '/api/reportTemplate/report_tables/save': Saved;
  '/api/reportTemplate/row/remove': Saved;
  '/api/reportTemplate/row_rules/save': Saved;
  '/api/reportTemplate/table_points/save': Saved;
  '/api/reportTemplate/trial/progress': Progress;
  '/api/rescue/card': Card;
  '/api/rescue/save': Saved;
  '/api/rescue/urgent': Option[];
  '/api/search/palette': PaletteHit[];
  '/api/securityCheck/answer': CheckState;
  '/api/securityCheck/checkList': CheckState;
  '/api/seriousReport/drawUp': Saved;
  '/api/seriousReport/organisations': Option[];
  '/api/stat/approved_reports': StatAnswer;
  '/api/stat/business_totals': StatAnswer;
  '/api/stat/charge_lines': StatAnswer;
  '/api/stat/desk_figures': StatAnswer;
  '/api/stat/expiry_analysis': StatAnswer;
  '/api/stat/inspector_reports': StatAnswer;
  '/api/stat/iot_event_stat': StatAnswer;
  '/api/stat/one_pass_department': StatAnswer;
  '/api/stat/one_pass_device': StatAnswer;
  '/api/stat/one_pass_months': StatAnswer;
  '/api/stat/one_pass_query': StatAnswer;
  '/api/stat/one_pass_report': StatAnswer;
  '/api/stat/pipe_business': StatAnswer;
  '/api/stat/plan_done': StatAnswer;
  '/api/stat/receipts': StatAnswer;
  '/api/stat/rectification': StatAnswer;
  '/api/stat/released_reports': StatAnswer;
  '/api/stat/return_months': StatAnswer;
  '/api/stat/return_reasons': StatAnswer;
  '/api/stat/timeliness': StatAnswer;
  '/api/stat/workload_offices': StatAnswer;
  '/api/stat/workload_people': StatAnswer;
  '/api/stat/workload_totals': StatAnswer;
  '/api/statistics/annualCount': Year;
  '/api/statistics/edition/difference': EditionDifference;
  '/api/statistics/edition/differing': DifferingRecords;
  '/api/statistics/edition/forms': Option[];
  '/api/statistics/edition/progress': Progress;
  '/api/statistics/edition/recount': string;
  '/api/statistics/edition/table': CountedForm;
  '/api/statistics/form/preview': CountedForm;
  '/api/statistics/indicator/offered': Option[];
  '/api/statistics/indicator/trial': string;
  '/api/statistics/portrait': Portrait;
  '/api/statistics/portraitUnits': PortraitUnit[];
  '/api/subreport/make': Saved;
  '/api/subreport/names': Option[];
  '/api/superviseTask/picked': Option[];
  '/api/supervision/agreeTest': Saved;
  '/api/supervision/people': Option[];
  '/api/supervision/selfCheck/send': string[];
  '/api/system/calendar/toggle': Toggled;
  '/api/system/calendar/year': CalendarYear;
  '/api/system/group/orgs': Option[];
  '/api/system/group/people': Option[];
  '/api/system/number/preview': Sample;
  '/api/system/permission/tree': TreeOption[];
  '/api/system/queryModel/columnsOf': Option[];
  '/api/system/queryModel/roles': Option[];
  '/api/system/queryModel/said': ModelSaid;
  '/api/system/queryModel/searchesOf': Option[];
  '/api/system/queryModel/sortsOf': Option[];
  '/api/system/queryModel/sources': Option[];
  '/api/system/readiness': ReadyGroup[];
  '/api/system/role/options': Option[];
  '/api/system/rule/tables': RuleTable[];
  '/api/taskRequest/agreeStart': AgreeStart;
  '/api/taskRequest/ask': Saved;
  '/api/taskRequest/mains': Option[];
  '/api/taskRequest/people': Option[];
  '/api/taskRequest/wishes': Option[];
  '/api/transfer/checkCounts': CheckCounts;
  '/api/unitbasic/asOf': UnitAsOf;
  '/api/useRegister/answer': CheckState;
  '/api/useRegister/cars': Option[];
  '/api/useRegister/checkList': CheckState;
  '/api/user/factorSecret': FactorSecret;
  '/api/user/factorSetup': Recovery;
  '/api/user/info': UserInfo;
  '/api/user/keyList': Keys;
  '/api/user/keyNew': Options;
  '/api/user/keyOptions': Options;
  '/api/user/menuTree': MenuItem[];
  '/api/user/permission': Operator[];
  '/api/user/sign': Signed;
  '/api/user/signByCode': Signed;
  '/api/user/signByKey': Signed;
  '/api/visit/book': string;
  '/api/visit/booked': BookedVisit[];
  '/api/visit/days': string[];
  '/api/visit/offer': Offer[];
  '/message/content': MessageText;
  '/message/count': Unread;
  '/message/init': MessageBox;
}
