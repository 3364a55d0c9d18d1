import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { oneRow } from '#app/kernel/database/sql'
import { isDomainError } from '#app/kernel/domain_error'
import { ReadingChild } from '#app/reading/read_in_child'
import { hostileFiles } from '#tests/reading/hostile_uploads'
import type { Installation } from './installation.js'
import { memoryMiB, percentiles, timed } from './measure.js'
import { figure, type Section } from './report.js'
import { startServer } from './server.js'
import { SignedInBrowser } from './signed_in_browser.js'

const WATCH_EVERY_MS = 20
const PROCESS_MIB_MAX = 512
const SECONDS_MAX = 30

type Refusal = { name: string; message: string; ms: number; peakMiB: number }

const LIST_MS_MAX = 300
const HUGE_BYTES = 200 * 1024 * 1024
const SMALLER_THAN_BYTES = 20 * 1024 * 1024
const READ_WITHIN_MS = 300_000

/**
 * Each hostile file (reliability S4 and S5) read in the process the product reads in: how long, how much memory. Then all
 * of them sent to the product at once, and two of 200 MB, while somebody looks at the list of invoices.
 */
export async function measureUploads({ values }: Installation): Promise<Section> {
  const refusals: Refusal[] = []
  for (const { name, bytes } of hostileFiles) refusals.push(await refuse(name, bytes()))
  const rest = await watchTheRest(values)
  const beyond = refusals.filter(({ ms, peakMiB }) => ms > SECONDS_MAX * 1000 || peakMiB > PROCESS_MIB_MAX)
  return {
    name: 'uploads',
    title: 'Hostile uploads',
    notes: [
      `${refusals.length} files, each in a new child process; the start of the process counts. No process above ${PROCESS_MIB_MAX} MB or ${SECONDS_MAX} s: ${beyond.length === 0 ? 'held by all' : `passed by ${beyond.map(({ name }) => name).join(', ')}`}.`,
      ...toldOf(rest),
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
function watchReaders(parent = process.pid): { stop: () => number } {
  let most = 0
  const timer = setInterval(() => {
    for (const pid of readers(parent)) most = Math.max(most, memoryMiB(pid, 'VmHWM'))
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
      .filter((child) =>
        /(reading|recogniser|drawing)_child/.test(readFileSync(`/proc/${child}/cmdline`, 'utf8'))
      )
      .flatMap((child) => [child, ...readers(child)])
  } catch {
    // A process that ended meanwhile holds nothing.
    return []
  }
}

type Load = { p50: number; p95: number }
type Rest = {
  quiet: Load
  busy: Load
  sent: number
  failed: number
  unread: number
  readSeconds: number
  readersMiB: number
  huge: { ms: number; message: string }[]
  hugeLoad: Load
  serverMiB: number
}

/** The product with its jobs: what one client waits for the list while hostile files are taken and read. */
async function watchTheRest(values: Record<string, string>): Promise<Rest> {
  const { server, origin } = await startServer({ ...values, JOBS: 'inline' })
  let serverMiB = 0
  const memory = setInterval(() => {
    serverMiB = Math.max(serverMiB, memoryMiB(server.pid ?? 0, 'VmRSS'))
  }, WATCH_EVERY_MS)
  const browser = await SignedInBrowser.open(origin)
  try {
    const quiet = await watchList(browser, sleep(5_000))
    const readers = watchReaders(server.pid ?? 0)
    const read = await timed(async () => {
      const work = sendAll(browser)
      return { load: await watchList(browser, work), ...(await work) }
    })
    const readersMiB = readers.stop()
    const big = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(HUGE_BYTES)])
    const sending = Promise.all([1, 2].map(() => sendHuge(browser, big)))
    const hugeLoad = await watchList(browser, sending)
    return {
      quiet,
      busy: read.value.load,
      sent: read.value.sent,
      failed: read.value.failed,
      unread: read.value.unread,
      readSeconds: read.ms / 1000,
      readersMiB,
      huge: await sending,
      hugeLoad,
      serverMiB,
    }
  } finally {
    clearInterval(memory)
    browser.close()
    server.kill('SIGTERM')
  }
}

async function sendAll(browser: SignedInBrowser): Promise<{ sent: number; failed: number; unread: number }> {
  let sent = 0
  for (const { bytes } of hostileFiles) {
    const file = Buffer.from(bytes())
    if (file.length > SMALLER_THAN_BYTES) continue
    await browser.upload('/invoices', `hostil-${sent}.pdf`, file, 'files[]')
    sent++
  }
  for (const name of HONEST) {
    const bytes = await readFile(new URL(`../app/demo/files/${name}`, import.meta.url))
    await browser.upload('/invoices', name, bytes, 'files[]')
  }
  const until = performance.now() + READ_WITHIN_MS
  for (;;) {
    const { waiting, failed } = await oneRow<{ waiting: number; failed: number }>(
      `select count(*) filter (where status in ('received', 'analysing'))::int as waiting, count(*) filter (where status = 'analysis_failed')::int as failed from invoices`
    )
    if (waiting === 0 || performance.now() > until) return { sent, failed, unread: waiting }
    await sleep(250)
  }
}

/** Invoices as they come every day, behind the hostile ones in the queue. */
const HONEST = ['lavanderia-1.pdf', 'ticket-1.jpg']

async function sendHuge(browser: SignedInBrowser, bytes: Buffer): Promise<{ ms: number; message: string }> {
  const { ms, value } = await timed(async () => {
    try {
      const { status } = await browser.upload('/invoices', 'enorme.pdf', bytes, 'files[]')
      return `answer ${status}`
    } catch (error) {
      return String(error instanceof Error ? error.message : error)
    }
  })
  return { ms, message: value }
}

async function watchList(browser: SignedInBrowser, until: Promise<unknown>): Promise<Load> {
  let isOver = false
  void until.finally(() => {
    isOver = true
  })
  const samples: number[] = []
  while (!isOver) {
    samples.push((await timed(() => browser.visit('/invoices'))).ms)
    await sleep(100)
  }
  return percentiles(samples)
}

const pair = ({ p50, p95 }: Load) => `${figure(p50)} / ${figure(p95)} ms`

function toldOf(rest: Rest): string[] {
  const isHeld = rest.busy.p95 <= LIST_MS_MAX && rest.hugeLoad.p95 <= LIST_MS_MAX
  return [
    `The rest answers: \`/invoices\` takes ${pair(rest.quiet)} (p50 / p95) before, ${pair(rest.busy)} while ${rest.sent} hostile files and ${HONEST.length} honest ones are uploaded one after another and read in ${figure(rest.readSeconds)} s, two at a time (${rest.failed} refused by the reader, ${rest.unread} left unread; the reading processes held ${figure(rest.readersMiB)} MiB at most each), ${pair(rest.hugeLoad)} while two files of 200 MB arrive at once. Goal p95 ≤ ${LIST_MS_MAX} ms: ${isHeld ? 'met' : 'missed'}.`,
    `The two of 200 MB: ${rest.huge.map(({ ms, message }) => `${message} after ${figure(ms)} ms`).join(', ')}; no invoice is made of them. The server held ${figure(rest.serverMiB)} MiB at most.`,
  ]
}
