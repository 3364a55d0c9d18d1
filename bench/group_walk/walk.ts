import { refusalOf } from '#app/kernel/database/refusals'
import { seededRandom } from '../measure.js'
import { isExpected } from './expected_refusals.js'
import { type Group, type Random, randomOf } from './stage.js'
import { someAct } from './walk_acts.js'

type Count = { done: number; idle: number; refused: number; cut: number }

/** What was done so far, by act, and what was said against it. */
export type Walk = {
  seed: number
  group: Group
  counts: Map<string, Count>
  refusals: Map<string, number>
  /** Refusals that nobody expects and errors that are none, with their texts. */
  unexpected: string[]
  acts: number
  rounds: number
}

/** PostgreSQL may be away: how often it went so far, and when it is back. */
export type Outage = { kills: number; back: Promise<void> }

export const newWalk = (seed: number, group: Group): Walk => ({
  seed,
  group,
  counts: new Map(),
  refusals: new Map(),
  unexpected: [],
  acts: 0,
  rounds: 0,
})

type Round = { until: number; writers: number; outage: Outage }

/** So many writers act at once until so many acts are begun, each by its own part of the seed. */
export async function walkUntil(walk: Walk, { until, writers, outage }: Round): Promise<void> {
  const round = walk.rounds++
  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      const random = randomOf(seededRandom(walk.seed * 1_000_003 + round * 101 + writer))
      while (walk.acts < until) {
        await outage.back
        walk.acts += 1
        await actOnce(walk, random, outage)
      }
    })
  )
}

export function total({ counts }: Walk): Count {
  const sum: Count = { done: 0, idle: 0, refused: 0, cut: 0 }
  for (const count of counts.values())
    for (const key of Object.keys(sum) as (keyof Count)[]) sum[key] += count[key]
  return sum
}

/** What is refused or cut off stays as it is: nobody repeats it, and nothing of it may be left half done. */
async function actOnce(walk: Walk, random: Random, outage: Outage): Promise<void> {
  const [name, act] = someAct(random)
  const count = walk.counts.get(name) ?? { done: 0, idle: 0, refused: 0, cut: 0 }
  walk.counts.set(name, count)
  const killsBefore = outage.kills
  try {
    const { isDone, problems = [] } = await act(random, walk.group)
    for (const problem of problems) noteRefusal(walk, name, problem)
    if (isDone) count.done += 1
    else count.idle += 1
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal !== null) {
      count.refused += 1
      noteRefusal(walk, name, `${refusal.code} ${refusal.message}`)
    } else if (outage.kills > killsBefore && isCutOff(error)) count.cut += 1
    else noteUnexpected(walk, `${name}: ${textOf(error)}`)
    await outage.back
  }
}

function noteRefusal(walk: Walk, name: string, said: string): void {
  const key = `${name}: ${withoutFigures(said).slice(0, 140)}`
  walk.refusals.set(key, (walk.refusals.get(key) ?? 0) + 1)
  if (!isExpected(said)) noteUnexpected(walk, `${name} refused: ${said}`)
}

/** Told at once: a run that is cut short has said what it found. */
function noteUnexpected(walk: Walk, text: string): void {
  walk.unexpected.push(text)
  process.stderr.write(`UNEXPECTED ${text}\n`)
}

const withoutFigures = (text: string): string =>
  text.replace(/Empresa de prueba \w+, S\.L\./g, 'Empresa').replace(/[A-Z0-9-]*\d[\d.,/-]*/g, '#')

/** What the driver says when the server behind a connection is gone, or does not take any yet. */
const isCutOff = (error: unknown): boolean =>
  /terminat|ECONNRE|EPIPE|starting up|shutting down|recovery mode|connection error|not queryable|57P0|Transaction query already complete/i.test(
    textOf(error)
  )

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const causes = error instanceof AggregateError ? error.errors : [error.cause]
  const behind = causes.filter((cause) => cause !== undefined && cause !== error).map(textOf)
  // PostgreSQL says who waits for whom of a deadlock.
  const detail = 'detail' in error && typeof error.detail === 'string' ? [error.detail] : []
  return [error.stack ?? error.message, ...detail, ...behind].join('\n  ')
}
