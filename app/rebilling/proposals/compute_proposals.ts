import type { Actor } from '#app/audit/record_event'
import { execute, inTransaction, row, type Transaction } from '#app/kernel/database/sql'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { dueOn } from '#app/rebilling/allocation/period'
import { type NewCharge, writeCharges } from '#app/rebilling/charges/write_charges'
import { type KeyValues, keyValues } from '#app/rebilling/keys/key_values'
import { type CaughtCost, caughtCosts } from '#app/rebilling/proposals/find_costs'
import { type CostGroup, groupCosts, planCharges } from '#app/rebilling/proposals/plan_charges'
import { planCorrections } from '#app/rebilling/proposals/plan_corrections'
import { proposeRectifications } from '#app/rebilling/proposals/propose_rectifications'
import { activeRules } from '#app/rebilling/settings/rule'

export type Asked = {
  /** Companies that bore the costs. */
  siteIds: readonly number[] | 'all'
  /** Rules; all of them unless told. */
  settingIds?: readonly number[] | null
  /** Costs until this day. */
  until: CalendarDate
  /** `due`: months and quarters that are over, of rules that propose by themselves; `asked`: whatever there is. */
  mode: 'due' | 'asked'
  actor: Actor
}

export type Computed = {
  proposed: number
  rectifications: number
  /** Costs that were shared out. */
  costs: number
  /** What could not be, in words. */
  problems: string[]
}

/**
 * Proposes what rules charge on of booked costs, each cost once in each of its versions however often this runs, and takes up
 * what was credited or left the books since. Company by company, each whole or not at all. What could not be worked out is said.
 */
export async function computeProposals(asked: Asked): Promise<Computed> {
  const rules = await activeRules({ siteIds: asked.siteIds, settingIds: asked.settingIds ?? null })
  const computed: Computed = { proposed: 0, rectifications: 0, costs: 0, problems: [] }
  for (const siteId of new Set(rules.map(({ originSiteId }) => originSiteId))) {
    const done = await inTransaction((trx) => computeSite(siteId, asked, trx))
    computed.proposed += done.proposed
    computed.costs += done.costs
    computed.problems.push(...done.problems)
  }
  computed.rectifications = await proposeRectifications(asked.siteIds, asked.actor)
  return computed
}

/** One worker a company: who comes second finds what the first has worked out. */
async function computeSite(
  siteId: number,
  asked: Asked,
  trx: Transaction
): Promise<Omit<Computed, 'rectifications'>> {
  await execute(
    `select pg_advisory_xact_lock(hashtext('rebilling_proposals'), :siteId::int)`,
    { siteId },
    trx
  )
  const settingIds = asked.settingIds ?? null
  const rules = new Map(
    (await activeRules({ siteIds: [siteId], settingIds }, trx)).map((rule) => [rule.id, rule])
  )
  const isDue = asked.mode === 'due'
  const caught = await caughtCosts({ siteId, until: asked.until, settingIds, autoOnly: isDue }, trx)
  const open = caught.filter(({ restMinor }) => restMinor !== 0)
  const tied = open.filter(({ isTied }) => isTied)
  const corrections = await planCorrections(
    open.filter(({ isTied }) => !isTied),
    trx
  )
  const groups = groupCosts(corrections.rest, rules).filter(
    ({ rule, period }) => !isDue || rule.frequency === 'per_document' || dueOn(period) <= asked.until
  )
  const plans = []
  for (const group of groups) plans.push(planCharges(group, await keyedBy(group, trx)))
  const charges = [
    ...(await linkedToIssued(
      plans.flatMap((plan) => plan.charges),
      trx
    )),
    ...corrections.charges,
  ]
  const { actor } = asked
  await noteComputed([...plans.flatMap((plan) => plan.computed), ...corrections.corrected], actor, trx)
  // Nobody wrote them: whoever wrote the rule did.
  await writeCharges(charges, { createdBy: null, actor }, trx)
  return {
    proposed: charges.length,
    costs: plans.reduce((sum, plan) => sum + plan.computed.length, corrections.corrected.length),
    problems: [
      ...new Set([...plans.flatMap(({ problem }) => (problem ? [problem] : [])), ...tied.map(tiedText)]),
    ],
  }
}

const tiedText = ({ document }: CaughtCost) =>
  `${document}: ya existe una regla con la misma prioridad para este gasto.`

async function keyedBy({ rule, period }: CostGroup, trx: Transaction): Promise<KeyValues | null> {
  if (rule.allocation !== 'key' || rule.allocationKey === null) return null
  const siteIds = rule.targets.map(({ siteId }) => siteId)
  return keyValues({ key: rule.allocationKey, period, siteIds }, trx)
}

/** A sum below zero is a credit: it corrects the last charge of the same rule to the same company that stands. */
async function linkedToIssued(charges: readonly NewCharge[], trx: Transaction): Promise<NewCharge[]> {
  const linked: NewCharge[] = []
  for (const charge of charges) {
    if (charge.baseMinor > 0 || charge.settingId === null) {
      linked.push(charge)
      continue
    }
    const last = await row<{ id: number }>(
      `select id from rebilling_transactions where setting_id = :settingId and target_site_id = :targetSiteId and base_minor > 0 and status in ('issued', 'settling', 'settled')
        order by issued_on desc, id desc limit 1`,
      { settingId: charge.settingId, targetSiteId: charge.targetSiteId },
      trx
    )
    linked.push({ ...charge, correctsId: last?.id ?? null })
  }
  return linked
}

async function noteComputed(
  costs: readonly CaughtCost[],
  { userId }: Actor,
  trx: Transaction
): Promise<void> {
  if (costs.length === 0) return
  await execute(
    `insert into rebilling_computations (source_type, source_id, source_version, setting_id, base_minor, computed_by)
     select c.source_type, c.source_id, c.version, c.setting_id, c.base_minor, :userId::bigint
       from jsonb_to_recordset(:costs::jsonb) as c(source_type text, source_id bigint, version int, setting_id bigint, base_minor bigint)`,
    {
      userId,
      costs: JSON.stringify(
        costs.map(({ sourceType, sourceId, version, settingId, restMinor }) => ({
          source_type: sourceType,
          source_id: sourceId,
          version,
          setting_id: settingId,
          base_minor: restMinor,
        }))
      ),
    },
    trx
  )
}
