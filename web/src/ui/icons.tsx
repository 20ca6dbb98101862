// The few line icons the console uses, drawn on a 20 × 20 grid. Decoration only: the control around one has the words.
import { FIRST_PATHS, LineIcon } from './line-icon.tsx'

const PATHS = {
  ...FIRST_PATHS,
  menu: 'M3 5.5h14M3 10h14M3 14.5h14',
  search: 'M9 15A6 6 0 1 0 9 3a6 6 0 0 0 0 12Zm4.3-1.7L17 17',
  user: 'M10 10a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Zm-6.5 7c.8-3 3.4-4.5 6.5-4.5s5.7 1.5 6.5 4.5',
  down: 'm5 8 5 5 5-5',
  up: 'm5 12 5-5 5 5',
  sort: 'm6.5 8 3.5-3.5L13.5 8M6.5 12l3.5 3.5 3.5-3.5',
  left: 'm12 5-5 5 5 5',
  right: 'm8 5 5 5-5 5',
  car:
    'M3 13.5v-3l1.8-4.5a1.5 1.5 0 0 1 1.4-1h7.6a1.5 1.5 0 0 1 1.4 1L17 10.5v3M3 10.5h14M3 13.5h14v2.5h-2.5v-2.5M3 ' +
    '13.5V16h2.5v-2.5',
  columns: 'M3.5 4h13v12h-13zM8 4v12M12.5 4v12',
  filter: 'M3 4.5h14l-5.5 6.5v5l-3-1.5V11z',
  info: 'M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15ZM10 9.5v4M10 6.5v.1',
  copy: 'M7 7h9v10H7zM4 13V3h9',
  out: 'M12 3H4v14h8M8.5 10H17m-3-3 3 3-3 3',
  link: 'M8 4H4v12h12v-4M11 4h5v5M16 4l-7 7',
  print: 'M5.5 7V3h9v4M5.5 14H3V7h14v7h-2.5M5.5 11.5h9V17h-9z',
  levels:
    'M3 5.5h6m4 0h4M3 10h2m4 0h8M3 14.5h7m4 0h3M9 5.5a2 2 0 1 0 4 0 2 2 0 0 0-4 0ZM5 10a2 2 0 1 0 4 0 2 2 0 0 0-4 ' +
    '0Zm5 4.5a2 2 0 1 0 4 0 2 2 0 0 0-4 0Z',
  history: 'M3.2 8.5a7 7 0 1 1-.1 3M3 4.5v4h4M10 6v4.2l2.8 1.8',
  plus: 'M10 4v12M4 10h12',
  refresh: 'M16.5 8a7 7 0 0 0-12.6-1.5M3.5 12a7 7 0 0 0 12.6 1.5M3.5 3v3.8h3.8M16.5 17v-3.8h-3.8',
  download: 'M10 3v9.5m-4-4 4 4 4-4M3.5 14v3h13v-3',
  upload: 'M10 12.5V3M6 7l4-4 4 4M3.5 14v3h13v-3',
  trash: 'M4 5.5h12M8 5.5V3.5h4v2M5.5 5.5 6.3 17h7.4l.8-11.5M8.5 8.5v5.5m3-5.5v5.5',
  users:
    'M7.5 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM2 16.5c.6-2.8 2.8-4.2 5.5-4.2s4.9 1.4 5.5 4.2M12.8 3.8a3 3 0 0 1 0 ' +
    '5.4M15 12.8c1.6.6 2.6 1.9 3 3.7',
  edit: 'M3.5 16.5 4.4 13 13.6 3.8l2.6 2.6L7 15.6ZM11.6 5.8l2.6 2.6',
  grip: 'M7.5 5v.1M7.5 10v.1M7.5 15v.1M12.5 5v.1M12.5 10v.1M12.5 15v.1',
  more: 'M10 4.5v.1M10 10v.1M10 15.5v.1',
  bookmark: 'M5.5 3h9v14L10 13.5 5.5 17Z',
  check: 'm4 10.5 4 4 8-9',
  off: 'M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15ZM5 5l10 10',
  on: 'M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15Zm-3.5-7.3 2.6 2.6 4.6-5.2',
  compare: 'M8 3.5H3.5v13H8m4-13h4.5v13H12M10 2v16',
  queue: 'M4 4.5h12M4 10h12M4 15.5h7m3.5-2.5v4.5l3-2.25Z',
  zip: 'M4 3h8l4 4v10H4zM12 3v4h4M8.5 3v2m0 1.5v2m0 1.5v2',
  undo: 'M4 8h8.5a4 4 0 0 1 0 8H8M4 8l3.5-3.5M4 8l3.5 3.5',
  file: 'M5 2.5h7l3.5 3.5v11.5H5zM12 2.5V6h3.5M7.5 10h5.5M7.5 13.5h5.5',
  tag: 'M3.5 3.5h6l7 7-6 6-7-7ZM7 7v.1',
  machine: 'M4 4.5h12v8.5H4zM7 16.5h6M10 13v3.5M7.5 8.7l1.7 1.6 3.3-3.3',
  play: 'M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15ZM8.3 6.9l4.7 3.1-4.7 3.1Z',
  pulse: 'M2.5 10.5h3l2-5.5 4 10 2.2-6 1.1 1.5h2.7',
  key: 'M6.5 16.5a3.8 3.8 0 1 0 0-7.6 3.8 3.8 0 0 0 0 7.6Zm2.7-6.5L16.5 3m-3 3 2.5 2.5',
  calendar: 'M3.5 5h13v12h-13zM3.5 9h13M7 3v4M13 3v4',
  mail: 'M3 5h14v10.5H3zM3 5.5l7 5.5 7-5.5',
  send: 'M17 3 3 8.5l6 2.5 2.5 6ZM9 11l8-8',
  bell: 'M5 13.5V9a5 5 0 0 1 10 0v4.5l1.5 1.5h-13ZM8.3 17.2h3.4',
  chart: 'M3.5 3v13.5H17M7 13.5V10m3.5 3.5V6M14 13.5V8',
  ticket: 'M5 2.5h10v15L12.5 16 10 17.5 7.5 16 5 17.5ZM7.5 7h5m-5 3.5h5',
  coin:
    'M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15ZM12.4 7.6c-.5-.8-1.3-1.1-2.4-1.1-1.4 0-2.4.7-2.4 ' +
    '1.7 0 2.6 4.9 ' +
    '1 4.9 3.6 0 1-1 1.7-2.5 1.7-1.1 0-2-.4-2.5-1.2M10 5v1.5m0 7V15',
  camera: 'M3 6.5h3.5L8 4h4l1.5 2.5H17v9.5H3ZM10 13.7a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6Z',
} as const

export type IconName = keyof typeof PATHS

export const Icon = ({ name, size }: { name: IconName; size?: number }) => (
  <LineIcon path={PATHS[name]} {...(size !== undefined && { size })} />
)
