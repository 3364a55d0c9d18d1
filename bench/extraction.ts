import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { ReadingChild } from '#app/reading/read_in_child'
import type { Installation } from './installation.js'
import { memoryMiB, percentiles, timed } from './measure.js'
import { figure, type Section } from './report.js'

const FOLDERS = ['tests/reading/files', 'app/demo/files']
const KINDS = new Set(['.pdf', '.jpg', '.jpeg', '.png', '.xml', '.tif', '.tiff', '.webp'])
const ROUNDS = 3
const WATCH_EVERY_MS = 25

type Reading = { kind: string; msPerPage: number; pages: number }

/** Milliseconds a page to read invoices, each file in the child process the product reads them in. */
export async function measureExtraction(_: Installation): Promise<Section> {
  const files = FOLDERS.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name))).filter(
    (file) => KINDS.has(extname(file))
  )
  const child = new ReadingChild()
  const watch = watchChildren()
  const first = await timed(() => read(child, files[0] ?? ''))
  const readings: Reading[] = []
  for (let round = 0; round < ROUNDS; round++) {
    for (const file of files) readings.push(await read(child, file))
  }
  child.close()
  return report(readings, first.ms, watch.stop())
}

async function read(child: ReadingChild, file: string): Promise<Reading> {
  const bytes = readFileSync(file)
  const { ms, value } = await timed(() => child.read(bytes, { fileName: file }))
  const pages = Math.max(1, value.pages.length)
  return { kind: value.kind, msPerPage: ms / pages, pages }
}

/** The most memory any child of this process held, looked at again and again. */
function watchChildren(): { stop: () => number } {
  let most = 0
  const timer = setInterval(() => {
    for (const pid of childPids()) most = Math.max(most, memoryMiB(pid, 'VmHWM'))
  }, WATCH_EVERY_MS)
  return {
    stop: () => {
      clearInterval(timer)
      return most
    },
  }
}

/** Node forks from its main thread; what PostgreSQL is to this process is smaller than a reader. */
function childPids(): number[] {
  return readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8')
    .split(' ')
    .map(Number)
    .filter((pid) => pid > 0 && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('reading_child'))
}

function report(readings: Reading[], firstMs: number, peakMiB: number): Section {
  const kinds = [...new Set(readings.map(({ kind }) => kind))].sort()
  return {
    name: 'extraction',
    title: 'Reading invoices',
    notes: [
      `The files of \`${FOLDERS.join('` and `')}\`, ${ROUNDS} times each, one after another in one child process with two recognisers. The first file, with the start of the child, took ${figure(firstMs)} ms. The child held at most ${figure(peakMiB)} MiB.`,
    ],
    tables: [
      {
        caption: 'Milliseconds a page',
        columns: ['kind', 'readings', 'pages', 'median', 'p95'],
        rows: kinds.map((kind) => {
          const own = readings.filter((reading) => reading.kind === kind)
          const { p50, p95 } = percentiles(own.map(({ msPerPage }) => msPerPage))
          return [kind, own.length, own.reduce((sum, { pages }) => sum + pages, 0), figure(p50), figure(p95)]
        }),
      },
    ],
  }
}
