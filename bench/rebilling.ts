import { oneRow, rows } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { checkInvariants } from '#app/ledger/queries/check_invariants'
import { approveCharge } from '#app/rebilling/charges/approve_charge'
import { issueCharge } from '#app/rebilling/charges/issue_charge'
import { computeProposals } from '#app/rebilling/proposals/compute_proposals'
import { makeProvider } from '#tests/factories/documents'
import { taxCodeId } from '#tests/factories/issuing'
import { makeBill, makeRebillingStage, makeRule, type RebillingStage } from '#tests/factories/rebilling'
import type { Installation } from './installation.js'
import { timed } from './measure.js'
import { figure, type Section } from './report.js'

const RULES = 200
const COMPANIES = 15
const BILLS_PER_RULE = 2
const ISSUED = 40
const MAX_SECONDS = 30

type Charge = { id: number; fingerprint: string }

/**
 * The month of a group: 200 rules share 400 invoices of a holding out among 15 companies, which makes 3,000 charges; then
 * some of them are approved and issued, each with its document, paper and two books.
 */
export async function measureRebilling({ connectOwner }: Installation): Promise<Section> {
  const stage = await makeRebillingStage(COMPANIES)
  await makeMonth(stage)
  const owner = await connectOwner()
  await owner.query('vacuum analyze')
  await owner.end()
  const run = () =>
    computeProposals({
      siteIds: [stage.originId],
      until: calendarDate('2026-04-02'),
      mode: 'due',
      actor: { userId: null, kind: 'system' },
    })
  const first = await timed(run)
  const second = await timed(run)
  const issuing = await timed(() => issueSome(stage))
  const violated = (await checkInvariants()).filter(({ violations }) => violations > 0)
  return report({ first, second, issueMs: issuing.ms / ISSUED, violated: violated.length })
}

async function makeMonth(stage: RebillingStage): Promise<void> {
  const vatCodeId = await taxCodeId('IVA21')
  for (let number = 0; number < RULES; number++) {
    const own = { ...stage, provider: await makeProvider(stage.author) }
    await makeRule(own, { treatment: 'invoice', vatCodeId, markupBasisPoints: 300, frequency: 'monthly' })
    for (let bill = 0; bill < BILLS_PER_RULE; bill++)
      await makeBill(own, { totalMinor: 121_000 + number * 37 + bill })
  }
}

/** One after the other, as the background job does. */
async function issueSome({ originId, approver, author }: RebillingStage): Promise<void> {
  const charges = await rows<Charge>(
    `select t.id, rebilling_fingerprint(t) as fingerprint from rebilling_transactions t where t.origin_site_id = :originId and t.status = 'proposed' order by t.id limit :limit::int`,
    { originId, limit: ISSUED }
  )
  for (const { id, fingerprint } of charges) {
    await approveCharge({ chargeId: id, shownFingerprint: fingerprint, actor: approver.actor })
    await issueCharge({ chargeId: id, issuedOn: calendarDate('2026-04-10') }, author.actor)
  }
  const { issued } = await oneRow<{ issued: number }>(
    `select count(*)::int as issued from issued_invoices where site_id = :originId`,
    { originId }
  )
  if (issued !== ISSUED) throw new Error(`${issued} of ${ISSUED} were issued`)
}

type Run = { ms: number; value: { proposed: number; costs: number; problems: string[] } }
type Measured = { first: Run; second: Run; issueMs: number; violated: number }

function report({ first, second, issueMs, violated }: Measured): Section {
  const { proposed, costs, problems } = first.value
  const seconds = first.ms / 1000
  return {
    name: 'rebilling',
    title: 'Rebilling',
    notes: [
      `${RULES} rules share ${costs} lines of invoices of one month out among ${COMPANIES} companies: ${proposed.toLocaleString('en-US')} charges, ${problems.length} problems. The month may take ${MAX_SECONDS} s: ${seconds <= MAX_SECONDS ? 'it does not' : 'IT DOES'} take longer. A second run proposes ${second.value.proposed}. ${violated === 0 ? 'Every invariant holds.' : `${violated} INVARIANTS ARE VIOLATED.`}`,
    ],
    tables: [
      {
        caption: 'The month',
        columns: ['', 'seconds', 'charges a second'],
        rows: [
          ['First run', figure(seconds), figure(proposed / seconds)],
          ['Second run, nothing new', figure(second.ms / 1000), '—'],
        ],
      },
      {
        caption:
          'Approving and issuing one: document, record of VERI*FACTU where it is on, paper, invoice of the other company, two books',
        columns: ['', 'ms'],
        rows: [['One charge', figure(issueMs)]],
      },
    ],
  }
}
