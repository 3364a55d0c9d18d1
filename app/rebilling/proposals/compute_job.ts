import type { Actor } from '#app/audit/record_event'
import type { JobOutcome, ToldJob } from '#app/jobs/job'
import { counted } from '#app/kernel/text/counted'
import { type CalendarDate, calendarDate } from '#app/kernel/time/calendar_date'
import type { Computed } from '#app/rebilling/proposals/compute_proposals'

export type AskedProposals = {
  siteIds: number[] | 'all'
  settingIds: number[] | null
  until: string
  /** The rule whose proposals are worked out anew. */
  recalculates: number | null
  userId: number | null
}

/** What somebody asks to be worked out: a month that is not over among it. */
export const computeRebillingsJob: ToldJob<AskedProposals> = {
  queue: 'rebilling.compute',
  about: {
    title: 'Calcular refacturaciones a petición',
    group: 'Facturas',
    changes: 'Calcula las propuestas que alguien pide, también las del mes en curso.',
    isRepeatable: true,
  },
  concurrency: 1,
  timeoutSeconds: 1800,
  retries: 1,
  retryDelaySeconds: 60,
  async work(asked) {
    const actor: Actor = { userId: asked.userId, kind: asked.userId === null ? 'system' : 'user' }
    const until = calendarDate(asked.until)
    return outcomeOf(await compute(asked, until, actor))
  },
}

async function compute(
  { siteIds, settingIds, recalculates }: AskedProposals,
  until: CalendarDate,
  actor: Actor
): Promise<Computed> {
  const [siteId] = siteIds === 'all' ? [] : siteIds
  if (recalculates !== null && siteId !== undefined) {
    const { recalculateProposals } = await import('#app/rebilling/proposals/recalculate_proposals')
    return recalculateProposals({ settingId: recalculates, siteId, until, actor })
  }
  const { computeProposals } = await import('#app/rebilling/proposals/compute_proposals')
  return computeProposals({ siteIds, settingIds, until, mode: 'asked', actor })
}

/** What people read of it: how much was proposed, and what could not be. */
export function outcomeOf({ proposed, rectifications, costs, problems }: Computed): JobOutcome {
  const said = [
    proposed === 0 && rectifications === 0
      ? 'No hay nada nuevo que refacturar'
      : `${counted(costs, 'gasto', 'gastos')}, ${counted(proposed, 'propuesta', 'propuestas')}`,
    ...(rectifications > 0 ? [counted(rectifications, 'rectificación', 'rectificaciones')] : []),
    ...problems.map((problem) => problem.replace(/\.$/, '')),
  ]
  return {
    message: `${said.join('. ')}.`,
    resultUrl: '/refacturacion',
    counters: { created: proposed + rectifications, skipped: problems.length },
  }
}
