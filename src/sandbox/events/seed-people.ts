// Names for the seeded orders: plausible, some very long, some right-to-left or in other scripts,
// none of a real person.

export const people: readonly { name: string; email: string }[] = [
  { name: 'John Smith', email: 'john.smith@example.com' },
  { name: 'Zoë Müller', email: 'zoe.mueller@example.org' },
  { name: 'Ana García Fernández', email: 'ana.garcia@example.com' },
  { name: 'ليلى الحسن', email: 'layla.alhassan@example.net' },
  { name: 'יעל כהן', email: 'yael.cohen@example.org' },
  { name: '佐藤 花子', email: 'hanako.sato@example.jp' },
  { name: 'Олена Шевченко', email: 'olena@example.org' },
  { name: "Siobhán O'Brien-Mac Giolla Phádraig", email: 'siobhan@example.ie' },
  {
    name: 'Wolfeschlegelsteinhausenbergerdorff Hubert Blaine Theodor Maximilian',
    email: 'hubert.blaine.wolfeschlegelsteinhausenbergerdorff@a-rather-long-domain.example.com',
  },
  { name: 'Þórdís Ævarsdóttir', email: 'thordis@example.is' },
  { name: 'Nguyễn Thị Ánh', email: 'anh.nguyen@example.vn' },
  { name: 'Mary-Jane de la Cruz', email: 'mj@example.com' },
  { name: 'X Æ', email: 'x@example.com' },
  { name: 'Ivy <b>Bold</b> & Sons', email: 'ivy@example.com' },
]

export const goods: readonly string[] = [
  'Running shoes, size 42',
  'Two train tickets',
  'Annual subscription',
  'Hotel, three nights',
  'Espresso machine',
  'Concert tickets (2)',
  'Gift voucher',
  'Garden furniture set',
  'Language course',
  'Replacement battery',
]
