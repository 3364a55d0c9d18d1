import { setTimeout as sleep } from 'node:timers/promises'
import type { Role } from '#app/identity/roles'
import { percentiles, seededRandom } from '../measure.js'
import { SignedInBrowser } from '../signed_in_browser.js'
import type { Connected } from './connect_bank.js'
import type { Relay } from './relay_news.js'

const HOUR_MS = 3_600_000
const SIGNED_IN = 10
const ROLES: readonly Role[] = ['superC0ntab1l1dad', 'aprobador', 'c0ntab1l1dad', 's1st3ma']
/** Between two pages of one person. */
const THINK_MS = { least: 2_000, most: 8_000 }

export type News = { sent: number; p50: number; p95: number; most: number; refused: number }

/** So many news an hour from several banks in turn, for so many seconds; what the product takes to answer each. */
export async function measureNews(
  relay: Relay,
  connected: readonly Connected[],
  { anHour, seconds }: { anHour: number; seconds: number }
): Promise<News> {
  for (const { bank } of connected)
    bank.standIn.acts.manners?.({ times: 1, isShuffled: false, isSilent: false })
  const [from, refused] = [relay.samples.length, relay.refused]
  const began = performance.now()
  for (let turn = 0; performance.now() - began < seconds * 1000; turn++) {
    connected[turn % connected.length]?.bank.receive(15_150 + turn, `Aviso ${turn}`)
    // A bank may tell of one payment twice: the next one waits until the pace allows it.
    do await sleep(100)
    while ((relay.samples.length - from) * (HOUR_MS / anHour) > performance.now() - began)
  }
  for (const { bank } of connected) await bank.standIn.acts.flush?.({})
  const samples = relay.samples.slice(from)
  return {
    sent: samples.length,
    ...percentiles(samples),
    most: Math.max(...samples),
    refused: relay.refused - refused,
  }
}

export type Office = { pages: number[]; stop: () => Promise<void> }

/** So many people at work: each opens a page, reads a while, opens another. Gives what they waited for their pages. */
export async function openOffice(origin: string, people: number, paths: readonly string[]): Promise<Office> {
  const browsers: SignedInBrowser[] = []
  for (let at = 0; at < SIGNED_IN; at++)
    browsers.push(await SignedInBrowser.open(origin, ROLES[at % ROLES.length]))
  const random = seededRandom(50)
  const pages: number[] = []
  let isOpen = true
  const work = async (person: number) => {
    while (isOpen) {
      await sleep(THINK_MS.least + random() * (THINK_MS.most - THINK_MS.least))
      const path = paths[Math.floor(random() * paths.length)] ?? '/'
      const answer = await browsers[person % browsers.length]?.visit(path)
      if (answer) pages.push(answer.ms)
    }
  }
  const all = Promise.all(Array.from({ length: people }, (_, person) => work(person)))
  return {
    pages,
    stop: async () => {
      isOpen = false
      await all
      for (const browser of browsers) browser.close()
    },
  }
}
