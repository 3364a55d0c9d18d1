import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { ReadingChild } from '#app/reading/read_in_child'
import type { ReadField, ReadingContext } from '#app/reading/reading_types'
import { memoryMiB, timed } from '../measure.js'
import type { TestDocument } from './documents.js'

const CHILDREN = 2
const WATCH_EVERY_MS = 100

/** What the reader gave for a document; `error` when it refused it. */
export interface Reading {
  file: string
  kind: string
  ms: number
  fields: Record<string, ReadField<unknown>>
  /** Of the other invoices in the file. */
  others?: Record<string, ReadField<unknown>>[]
  error?: string
}

export interface ReadSet {
  readings: Map<string, Reading>
  /** The most memory one process held, 0 when all came from an earlier run. */
  peakMiB: number
}

/**
 * Reads documents two at a time in children as the product does. Every reading is added to `cache` at once, and what an
 * earlier run left there is not read again; a new version of the reader needs a new file.
 */
export async function readDocuments(
  documents: readonly TestDocument[],
  cache: string,
  context?: ReadingContext
): Promise<ReadSet> {
  mkdirSync(dirname(cache), { recursive: true })
  const readings = rememberedReadings(cache)
  const waiting = documents.filter(({ file }) => !readings.has(file))
  const watch = watchChildren()
  const work = async (child: ReadingChild) => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const reading = await readOne(child, next, context)
      readings.set(reading.file, reading)
      appendFileSync(cache, `${JSON.stringify(reading)}\n`)
    }
    child.close()
  }
  await Promise.all(Array.from({ length: CHILDREN }, () => work(new ReadingChild())))
  return { readings, peakMiB: watch.stop() }
}

/** What an earlier run read, by file. */
export function rememberedReadings(cache: string): Map<string, Reading> {
  const rows = existsSync(cache) ? readFileSync(cache, 'utf8').split('\n').filter(Boolean) : []
  return new Map(rows.map((row): [string, Reading] => [JSON.parse(row).file, JSON.parse(row)]))
}

/** Forgets what was read, so that the next run reads anew. */
export function forgetReadings(cache: string): void {
  rmSync(cache, { force: true })
}

async function readOne(
  child: ReadingChild,
  document: TestDocument,
  context?: ReadingContext
): Promise<Reading> {
  const { file, path } = document
  try {
    const { ms, value } = await timed(() =>
      child.read(readFileSync(path), { fileName: file, ...(context ? { context } : {}) })
    )
    const [first, ...others] = value.invoices.map(({ fields }) => fields)
    return { file, kind: value.kind, ms: ms / Math.max(1, value.pages.length), fields: first ?? {}, others }
  } catch (error) {
    return { file, kind: 'refused', ms: 0, fields: {}, error: String(error) }
  }
}

/** The most memory one process held of those that read and recognise, looked at again and again. */
function watchChildren(): { stop: () => number } {
  let most = 0
  const timer = setInterval(() => {
    for (const pid of descendants(process.pid)) most = Math.max(most, memoryMiB(pid, 'VmHWM'))
  }, WATCH_EVERY_MS)
  return {
    stop: () => {
      clearInterval(timer)
      return most
    },
  }
}

function descendants(pid: number): number[] {
  const own = childPids(pid).filter((child) =>
    /reading_child|recogniser_child|line_child/.test(commandOf(child))
  )
  return [...own, ...own.flatMap(descendants)]
}

function childPids(pid: number): number[] {
  return textOf(`/proc/${pid}/task/${pid}/children`)
    .split(' ')
    .map(Number)
    .filter((child) => child > 0)
}

const commandOf = (pid: number): string => textOf(`/proc/${pid}/cmdline`)

/** Empty when the process ended between the two looks. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
