import {
  attach,
  type Hands,
  makeCost,
  makeDraft,
  noCost,
  noPlan,
  paper,
  phasesOf,
} from '#app/demo/documents/demo_procedure'
import type { DemoSite } from '#app/demo/group/demo_sites'
import type { DemoUsers } from '#app/demo/group/demo_users'
import type { MadeProvider } from '#app/demo/suppliers/demo_providers'
import { addDays, type CalendarDate } from '#app/kernel/time/calendar_date'
import { setProvision } from '#app/legal/actions/loss_provision'
import { completePhase, startPhase } from '#app/legal/actions/move_phase'
import { openProcedure } from '#app/legal/actions/move_procedure'
import { offsetCost } from '#app/legal/actions/offsets'
import { planPhase } from '#app/legal/actions/procedure_phases'
import { bufferOrder } from '#app/payments/approvals/decide_order'
import { orderLegalCost } from '#app/payments/kinds/legal_procedure/order_legal_cost'

/** Matters in hand: a claim with its costs on their way, a dismissal with a provision, a deed by phases, a licence in draft, one that is reserved. */
export async function createDemoLegal(
  sites: DemoSite[],
  providers: MadeProvider[],
  users: DemoUsers,
  day: CalendarDate
): Promise<void> {
  const lawyer = providers.find(({ name }) => name.includes('Abogados'))
  const [holding, hotel] = sites
  if (!lawyer || !holding || !hotel) return
  const hands: Hands = {
    senior: { userId: users.senior, kind: 'user' },
    lead: { userId: users.approver, kind: 'user' },
    day,
    lawyerId: lawyer.id,
  }
  await makeClaim(hotel.id, hands)
  await makeDismissal(hotel.id, users, hands)
  await makeDeed(holding.id, hands)
  await makeDraft(hotel.id, hands, {
    kind: 'licence',
    title: 'Licencia de terraza del restaurante',
    court: 'Ayuntamiento, Gerencia de Urbanismo',
    courtNumber: 'EXP-2214',
    counterparty: null,
    role: 'applicant',
    claimMinor: null,
    probability: null,
  })
  await makeDraft(holding.id, hands, {
    kind: 'commercial',
    title: 'Negociación con un socio minoritario',
    court: null,
    courtNumber: null,
    counterparty: 'Inversiones Peñalara, S.L.',
    role: 'defendant',
    claimMinor: 12_000_000,
    probability: 'possible',
    confidential: true,
  })
}

async function makeClaim(siteId: number, hands: Hands): Promise<void> {
  const id = await makeDraft(siteId, hands, {
    kind: 'civil',
    title: 'Reclamación de reservas impagadas',
    court: 'Juzgado de Primera Instancia 7 de Málaga',
    courtNumber: '418/2026',
    counterparty: 'Turoperadora Nórdica, S.A.',
    role: 'claimant',
    claimMinor: 4_862_000,
    probability: 'remote',
  })
  await openProcedure(id, hands.senior)
  const phases = await phasesOf(id)
  const [claim, answer] = phases
  if (!claim || !answer) return
  const [documentId, minuteId, feeId] = await attach(
    id,
    claim.id,
    ['Demanda', 'Minuta de la demanda', 'Tasa judicial'],
    hands
  )
  await completePhase({ procedureId: id, phaseId: claim.id }, hands.senior)
  await startPhase({ procedureId: id, phaseId: answer.id }, hands.senior)
  await planPhase(
    { procedureId: id, phaseId: answer.id },
    { ...noPlan, deadlineOn: addDays(hands.day, 4), plannedCostMinor: 60_000 },
    hands.senior
  )
  await makeLawyerFee({ procedureId: id, phaseId: claim.id, documentId: minuteId }, hands)
  await makeLawyerAdvance({ procedureId: id, phaseId: answer.id, documentId }, hands)
  await makeCourtFee({ procedureId: id, phaseId: claim.id, documentId: feeId }, hands)
}

/** A phase that costs something, and the paper that proves it. */
type CostOf = { procedureId: number; phaseId: number; documentId: number | undefined }

/** On its way through the pay buffer. */
async function makeLawyerFee({ procedureId, phaseId, documentId }: CostOf, hands: Hands): Promise<void> {
  const ordered = await makeCost(
    procedureId,
    {
      ...noCost,
      providerId: hands.lawyerId,
      phaseId,
      concept: 'fee',
      description: 'Minuta de la demanda',
      baseMinor: 145_000,
      vatMinor: 30_450,
      withholdingMinor: 21_750,
      dueOn: addDays(hands.day, 2),
      documentId: documentId ?? null,
    },
    hands
  )
  const order = await orderLegalCost(ordered, {}, hands.senior)
  await bufferOrder(order.id, hands.senior, true, true)
}

/** It may be paid, and nobody has ordered it yet. */
async function makeLawyerAdvance({ procedureId, phaseId, documentId }: CostOf, hands: Hands): Promise<void> {
  await makeCost(
    procedureId,
    {
      ...noCost,
      providerId: hands.lawyerId,
      phaseId,
      concept: 'funds',
      description: 'Provisión de fondos del recurso',
      baseMinor: 90_000,
      dueOn: addDays(hands.day, 6),
      documentId: documentId ?? null,
    },
    hands
  )
}

/** The court's fee was paid outside of the product. */
async function makeCourtFee({ procedureId, phaseId, documentId }: CostOf, hands: Hands): Promise<void> {
  const fee = await makeCost(
    procedureId,
    {
      ...noCost,
      phaseId,
      concept: 'court_fee',
      description: 'Tasa de la demanda',
      payeeName: 'Agencia Tributaria',
      payeeIban: 'ES9121000418450200051332',
      expenseCode: '631',
      baseMinor: 37_500,
      dueOn: addDays(hands.day, -20),
      documentId: documentId ?? null,
    },
    hands
  )
  await offsetCost(
    fee,
    {
      amountMinor: 37_500,
      paidOn: addDays(hands.day, -20),
      method: 'transfer',
      reference: 'Modelo 696, NRC 118204',
      lineId: null,
      counterAccountId: null,
      partnerIds: null,
      reason: 'Pagada en la sede electrónica',
      proof: { name: 'modelo-696.pdf', bytes: await paper('Justificante del modelo 696') },
    },
    hands.senior
  )
}

async function makeDismissal(siteId: number, users: DemoUsers, hands: Hands): Promise<void> {
  const id = await makeDraft(siteId, hands, {
    kind: 'labour',
    title: 'Despido de un jefe de sala',
    court: 'Juzgado de lo Social 2 de Málaga',
    courtNumber: '77/2026',
    counterparty: 'Trabajador',
    role: 'defendant',
    claimMinor: 2_310_000,
    probability: 'probable',
  })
  await openProcedure(id, hands.senior)
  const [first] = await phasesOf(id)
  if (first)
    await planPhase(
      { procedureId: id, phaseId: first.id },
      { ...noPlan, deadlineOn: addDays(hands.day, 12) },
      hands.senior
    )
  await setProvision(
    id,
    {
      amountMinor: 1_450_000,
      term: 'short',
      expenseCode: '641',
      reason: 'Informe del letrado: improcedencia probable',
    },
    { userId: users.system, kind: 'user' }
  )
}

async function makeDeed(siteId: number, hands: Hands): Promise<void> {
  const id = await makeDraft(siteId, hands, {
    kind: 'notarial',
    title: 'Ampliación de capital',
    court: 'Notaría Ruiz-Cabello',
    courtNumber: 'Protocolo 2.118',
    counterparty: null,
    role: 'applicant',
    claimMinor: null,
    probability: null,
  })
  await openProcedure(id, hands.senior)
  const [notary] = await phasesOf(id)
  if (!notary) return
  const [documentId] = await attach(id, notary.id, ['Escritura de ampliación de capital'], hands)
  await makeCost(
    id,
    {
      ...noCost,
      phaseId: notary.id,
      concept: 'notary',
      description: 'Aranceles de la escritura',
      payeeName: 'Notaría Ruiz-Cabello',
      payeeIban: 'ES7921000813610123456789',
      expenseCode: '623',
      baseMinor: 68_400,
      vatMinor: 14_364,
      dueOn: addDays(hands.day, 9),
      documentId: documentId ?? null,
    },
    hands
  )
}
