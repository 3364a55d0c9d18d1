import { readdirSync, readFileSync } from 'node:fs'
import { ReadingChild } from '#app/invoices/reading/read_in_child'
import { isDomainError } from '#app/kernel/domain_error'
import { hostileFiles } from '#tests/invoices/reading/hostile_uploads'
import type { Installation } from './installation.js'
import { memoryMiB, timed } from './measure.js'
import { figure, type Section } from './report.js'

const WATCH_EVERY_MS = 20
const PROCESS_MIB_MAX = 512
const SECONDS_MAX = 30

type Refusal = { name: string; message: string; ms: number; peakMiB: number }

/** Each hostile file (reliability S4 and S5) read in the process the product reads in: how long, how much memory. */
export async function measureUploads(_: Installation): Promise<Section> {
  const refusals: Refusal[] = []
  for (const { name, bytes } of hostileFiles) refusals.push(await refuse(name, bytes()))
  const beyond = refusals.filter(({ ms, peakMiB }) => ms > SECONDS_MAX * 1000 || peakMiB > PROCESS_MIB_MAX)
  return {
    name: 'uploads',
    title: 'Hostile uploads',
    notes: [
      `${refusals.length} files, each in a new child process; the start of the process counts. No process above ${PROCESS_MIB_MAX} MB or ${SECONDS_MAX} s: ${beyond.length === 0 ? 'held by all' : `passed by ${beyond.map(({ name }) => name).join(', ')}`}.`,
    ],
    tables: [
      {
        caption: 'What each file gets and takes',
        columns: ['file', 'answer', 'ms', 'peak MiB of a process'],
        rows: refusals.map(({ name, message, ms, peakMiB }) => [name, message, figure(ms), figure(peakMiB)]),
      },
    ],
  }
}

async function refuse(name: string, bytes: Uint8Array): Promise<Refusal> {
  const child = new ReadingChild()
  const watch = watchReaders()
  const { ms, value } = await timed(async () => {
    try {
      await child.read(bytes)
      return 'read'
    } catch (error) {
      if (!isDomainError(error)) throw error
      return error.message
    }
  })
  child.close()
  return { name, message: value, ms, peakMiB: watch.stop() }
}

/** The most memory any process held that reads or recognises, children of this one and their children. */
function watchReaders(): { stop: () => number } {
  let most = 0
  const timer = setInterval(() => {
    for (const pid of readers(process.pid)) most = Math.max(most, memoryMiB(pid, 'VmHWM'))
  }, WATCH_EVERY_MS)
  return {
    stop: () => {
      clearInterval(timer)
      return most
    },
  }
}

function readers(pid: number): number[] {
  try {
    const own = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').map(Number).filter(Boolean)
    )
    return own
      .filter((child) => /(reading|recogniser)_child/.test(readFileSync(`/proc/${child}/cmdline`, 'utf8')))
      .flatMap((child) => [child, ...readers(child)])
  } catch {
    // A process that ended meanwhile holds nothing.
    return []
  }
}
