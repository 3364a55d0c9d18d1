import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { machineText } from './measure.js'

export type Table = { caption: string; columns: string[]; rows: (string | number)[][] }
export type Section = { name: string; title: string; notes: string[]; tables: Table[] }

const FILE = 'docs/benchmarks.md'

const HEAD = `# Benchmarks

What this product does in a second, beside baselines taken in the same run: only the ratios can be compared with
another day or another machine. The machine was shared with other work while these were taken, and the client, the
server and PostgreSQL used the same cores. PostgreSQL is the embedded one with its durability on (fsync,
synchronous_commit and full_page_writes), 256 MB of shared buffers. Each part says how busy the machine was: on two
cores a load above 2 means waiting for others, and at 10 everything takes three to six times as long, the baselines too.

Run again: \`npm run bench\` for everything but the crashes, \`npm run bench -- posting\` for one part (its name stands in
the comment above its section), \`npm run bench -- crash 50\` for fifty crashes. \`npm run bench -- cost\` tells what a
request costs in processor time, which other work on the machine moves little. Each part makes a database of its own in a
temporary folder, removes it, and rewrites its section here. \`BENCH_DATA_DIR=folder\` keeps the database of a part for
the next run; \`BENCH_DOCUMENTS_DIR=folder\` keeps the generated invoices of \`reading\` and \`BENCH_SAMPLES_DIR=folder\` adds others to them; \`BENCH_INVOICES=100000\` makes the list shorter.
`

/** Puts a section into docs/benchmarks.md, in place of what the same part wrote before. */
export function writeSection(section: Section, postgresVersion: string): void {
  const known = existsSync(FILE) ? readFileSync(FILE, 'utf8') : HEAD
  const [start, end] = [`<!-- ${section.name} -->`, `<!-- /${section.name} -->`]
  const text = `${start}\n${sectionText(section, postgresVersion)}\n${end}`
  const from = known.indexOf(start)
  const to = known.indexOf(end)
  const written =
    from >= 0 && to > from
      ? known.slice(0, from) + text + known.slice(to + end.length)
      : `${known}\n${text}\n`
  writeFileSync(FILE, written)
  process.stderr.write(`${sectionText(section, postgresVersion)}\n`)
}

function sectionText({ title, notes, tables }: Section, postgresVersion: string): string {
  const day = new Date().toISOString().slice(0, 10)
  const parts = [
    `## ${title}`,
    `${day}; ${machineText()}; PostgreSQL ${postgresVersion}.`,
    ...notes,
    ...tables.map(tableText),
  ]
  return parts.join('\n\n')
}

function tableText({ caption, columns, rows }: Table): string {
  const line = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`
  return [
    `**${caption}**`,
    '',
    line(columns),
    line(columns.map((_, index) => (index === 0 ? '---' : '---:'))),
    ...rows.map(line),
  ].join('\n')
}

/** A figure as a table shows it: thousands apart, small ones with a digit or two. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return '—'
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-US')
  return value.toFixed(Math.abs(value) < 10 ? 2 : 1)
}

export const ratio = (value: number, base: number) => `${(value / base).toFixed(2)}×`
