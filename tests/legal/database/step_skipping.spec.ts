import { test } from '@japa/runner'
import { execute, oneRow } from '#app/kernel/database/sql'
import { today } from '#app/kernel/time/calendar_date'
import { approveCost, cancelCost } from '#app/legal/actions/move_cost'
import { completePhase, reopenPhase, skipPhase, startPhase } from '#app/legal/actions/move_phase'
import {
  cancelProcedure,
  closeProcedure,
  openProcedure,
  reopenProcedure,
  resumeProcedure,
  suspendProcedure,
} from '#app/legal/actions/move_procedure'
import { offsetCost, undoOffset } from '#app/legal/actions/offsets'
import { updateCost } from '#app/legal/actions/save_cost'
import { costWorkflow } from '#app/legal/workflows/cost_workflow'
import { phaseWorkflow } from '#app/legal/workflows/phase_workflow'
import { procedureWorkflow } from '#app/legal/workflows/procedure_workflow'
import { cancelOrder } from '#app/payments/approvals/decide_order'
import { orderLegalCost } from '#app/payments/kinds/legal_procedure/order_legal_cost'
import { returnOrder } from '#app/payments/orders/fail_order'
import {
  costOf,
  makeCost,
  makeLegalStage,
  makeOpenProcedure,
  makePayableCost,
  makeProcedure,
  offsetInput,
  phaseKeys,
  phasesOf,
  withNewPayee,
} from '#tests/factories/legal'
import { approveFully, type PaymentStage, sendOne, settleOne } from '#tests/factories/payments'

const WHY = 'Porque procede'

/** Everything that hangs on a procedure, as one text. */
async function snapshotOf(procedureId: number): Promise<string> {
  const { text } = await oneRow<{ text: string }>(
    `select concat_ws(' | ', (to_jsonb(p) - 'updated_at')::text,
        (select jsonb_agg(to_jsonb(h) - 'updated_at' order by h.id) from legal_procedure_phases h where h.procedure_id = p.id)::text,
        (select jsonb_agg(to_jsonb(c) - 'updated_at' order by c.id) from legal_procedure_costs c where c.procedure_id = p.id)::text,
        (select jsonb_agg(to_jsonb(o) order by o.id) from manual_payment_offsets o join legal_procedure_costs c on c.id = o.cost_id where c.procedure_id = p.id)::text,
        (select count(*) from legal_procedure_files f where f.procedure_id = p.id), (select count(*) from legal_loss_provisions l where l.procedure_id = p.id),
        (select jsonb_agg(to_jsonb(o) - 'updated_at' order by o.id) from payment_orders o join legal_procedure_costs c on c.id = o.source_id where o.source_type = 'legal_cost' and c.procedure_id = p.id)::text,
        (select count(*) from journal_entries e where e.site_id = p.site_id),
        (select count(*) from audit_events e where e.object_type = 'legal_procedure' and e.object_id = p.id)) as text
       from legal_procedures p where p.id = :procedureId`,
    { procedureId }
  )
  return text
}

type Subject = { procedureId: number; key: number; stage: PaymentStage }
type Table = {
  /** How one gets into each state. */
  states: Record<string, (stage: PaymentStage) => Promise<{ procedureId: number; key: number }>>
  /** What can be done, and the states that it is an edge of. */
  acts: Record<string, { from: string[]; act: (subject: Subject) => Promise<unknown> }>
}

const closing = { outcome: 'Sentencia favorable', usedMinor: 0 }
const one = (key: number) => ({ procedureId: key, key })

async function makeDone(stage: PaymentStage): Promise<number> {
  const id = await makeOpenProcedure(stage, { phaseIds: await phaseKeys('Juicio') })
  const [phase] = await phasesOf(id)
  await completePhase({ procedureId: id, phaseId: phase?.id ?? 0 }, stage.person.actor)
  return id
}

const PROCEDURES: Table = {
  states: {
    draft: async (stage) => one(await makeProcedure(stage)),
    open: async (stage) => one(await makeDone(stage)),
    suspended: async (stage) => {
      const id = await makeOpenProcedure(stage)
      await suspendProcedure(id, WHY, stage.person.actor)
      return one(id)
    },
    closed: async (stage) => {
      const id = await makeDone(stage)
      await closeProcedure(id, closing, stage.person.actor)
      return one(id)
    },
    cancelled: async (stage) => {
      const id = await makeProcedure(stage)
      await cancelProcedure(id, WHY, stage.person.actor)
      return one(id)
    },
  },
  acts: {
    open: { from: ['draft'], act: ({ key, stage }) => openProcedure(key, stage.person.actor) },
    suspend: { from: ['open'], act: ({ key, stage }) => suspendProcedure(key, WHY, stage.person.actor) },
    resume: { from: ['suspended'], act: ({ key, stage }) => resumeProcedure(key, WHY, stage.person.actor) },
    close: { from: ['open'], act: ({ key, stage }) => closeProcedure(key, closing, stage.person.actor) },
    reopen: { from: ['closed'], act: ({ key, stage }) => reopenProcedure(key, WHY, stage.person.actor) },
    cancel: {
      from: ['draft', 'open'],
      act: ({ key, stage }) => cancelProcedure(key, WHY, stage.person.actor),
    },
  },
}

/** The second phase of an open procedure, for the first one began with it. */
async function makePhase(stage: PaymentStage): Promise<{ procedureId: number; key: number }> {
  const procedureId = await makeOpenProcedure(stage, { phaseIds: await phaseKeys('Demanda', 'Juicio') })
  return { procedureId, key: (await phasesOf(procedureId))[1]?.id ?? 0 }
}

const placeOf = ({ procedureId, key }: { procedureId: number; key: number }) => ({
  procedureId,
  phaseId: key,
})

const PHASES: Table = {
  states: {
    pending: makePhase,
    active: async (stage) => {
      const made = await makePhase(stage)
      await startPhase(placeOf(made), stage.person.actor)
      return made
    },
    completed: async (stage) => {
      const made = await makePhase(stage)
      await startPhase(placeOf(made), stage.person.actor)
      await completePhase(placeOf(made), stage.person.actor)
      return made
    },
    skipped: async (stage) => {
      const made = await makePhase(stage)
      await skipPhase(placeOf(made), WHY, stage.person.actor)
      return made
    },
  },
  acts: {
    start: { from: ['pending'], act: (subject) => startPhase(placeOf(subject), subject.stage.person.actor) },
    complete: {
      from: ['active'],
      act: (subject) => completePhase(placeOf(subject), subject.stage.person.actor),
    },
    skip: {
      from: ['pending'],
      act: (subject) => skipPhase(placeOf(subject), WHY, subject.stage.person.actor),
    },
    reopen: {
      from: ['completed'],
      act: (subject) => reopenPhase(placeOf(subject), subject.stage.person.actor),
    },
  },
}

async function makeOwed(stage: PaymentStage): Promise<{ procedureId: number; key: number }> {
  const procedureId = await makeOpenProcedure(stage)
  return { procedureId, key: await makePayableCost(stage, procedureId) }
}

async function makePaid(stage: PaymentStage): Promise<{ procedureId: number; key: number; orderId: number }> {
  const own = await withNewPayee(stage)
  const made = await makeOwed(own)
  const order = await orderLegalCost(made.key, {}, own.creator.actor)
  await approveFully(own, order.id)
  await sendOne(own, order.id)
  await settleOne(own, order.id)
  return { ...made, orderId: order.id }
}

const restOf = async (key: number) => {
  const { totalMinor, paidMinor } = await costOf(key)
  return totalMinor - paidMinor
}

const COSTS: Table = {
  states: {
    planned: async (stage) => {
      const procedureId = await makeOpenProcedure(stage)
      return { procedureId, key: await makeCost(stage, procedureId) }
    },
    payable: makeOwed,
    ordered: async (stage) => {
      const made = await makeOwed(stage)
      await orderLegalCost(made.key, {}, stage.creator.actor)
      return made
    },
    paid: makePaid,
    offset: async (stage) => {
      const made = await makeOwed(stage)
      await offsetCost(made.key, offsetInput(await restOf(made.key)), stage.person.actor)
      return made
    },
    cancelled: async (stage) => {
      const procedureId = await makeOpenProcedure(stage)
      const costId = await makeCost(stage, procedureId)
      await cancelCost({ procedureId, costId }, WHY, stage.person.actor)
      return { procedureId, key: costId }
    },
  },
  acts: {
    change: {
      from: ['planned'],
      act: ({ procedureId, key, stage }) =>
        updateCost(
          { procedureId, costId: key },
          {
            concept: 'fee',
            description: 'Otra minuta',
            providerId: stage.provider.id,
            payeeName: null,
            payeeIban: null,
            baseMinor: 77_700,
            vatMinor: 0,
            withholdingMinor: 0,
            dueOn: today(),
            depositTerm: null,
            expenseCode: null,
            documentId: null,
          },
          stage.person.actor
        ),
    },
    approve: {
      from: ['planned'],
      act: ({ procedureId, key, stage }) => approveCost({ procedureId, costId: key }, stage.creator.actor),
    },
    cancel: {
      from: ['planned', 'payable'],
      act: ({ procedureId, key, stage }) => cancelCost({ procedureId, costId: key }, WHY, stage.person.actor),
    },
    order: { from: ['payable'], act: ({ key, stage }) => orderLegalCost(key, {}, stage.creator.actor) },
    offset: {
      from: ['payable'],
      act: async ({ key, stage }) =>
        offsetCost(key, offsetInput((await restOf(key)) || 1_000), stage.person.actor),
    },
    undo_offset: {
      from: ['offset'],
      act: async ({ key, stage }) => {
        const { id } = await oneRow<{ id: number }>(
          `select coalesce(max(id), 0)::int as id from manual_payment_offsets where cost_id = :key`,
          { key }
        )
        return undoOffset({ costId: key, offsetId: id }, WHY, stage.person.actor)
      },
    },
    cancel_order: {
      from: ['ordered'],
      act: async ({ key, stage }) => cancelOrder(await lastOrder(key), WHY, stage.person.actor),
    },
    return_payment: {
      from: ['paid'],
      act: async ({ key, stage }) =>
        returnOrder({
          orderId: await lastOrder(key),
          code: 'MS03',
          comment: 'Devuelta',
          actor: stage.person.actor,
        }),
    },
  },
}

async function lastOrder(costId: number): Promise<number> {
  const { id } = await oneRow<{ id: number }>(
    `select coalesce(max(id), 0)::int as id from payment_orders where source_type = 'legal_cost' and source_id = :costId`,
    { costId }
  )
  return id
}

const TABLES: [string, string, Table, { states: object; transitions: object }][] = [
  ['procedure', 'legal_procedures', PROCEDURES, procedureWorkflow],
  ['phase', 'legal_procedure_phases', PHASES, phaseWorkflow],
  ['cost', 'legal_procedure_costs', COSTS, costWorkflow],
]

test.group('Skipping steps of legal procedures', (group) => {
  let stage: PaymentStage
  group.setup(async () => {
    stage = await makeLegalStage()
    await execute(`update phases set requires_file = false where name = 'Demanda'`)
    return async () => {
      await execute(`update phases set requires_file = true where name = 'Demanda'`)
    }
  })

  for (const [name, table, { states, acts }, workflow] of TABLES) {
    test(`every state of a ${name} is tried`, ({ assert }) => {
      assert.sameMembers(Object.keys(states), Object.keys(workflow.states))
    })

    for (const [state, make] of Object.entries(states)) {
      test(`of a ${name} in the state «${state}» every act that is no edge of it is refused and leaves no trace`, async ({
        assert,
      }) => {
        const own = await withNewPayee(stage)
        const { procedureId, key } = await make(own)
        const before = await snapshotOf(procedureId)

        for (const [act, { from, act: run }] of Object.entries(acts)) {
          if (from.includes(state)) continue
          await run({ procedureId, key, stage: own }).catch(() => undefined)
          assert.equal(await snapshotOf(procedureId), before, act)
        }
      }).timeout(120_000)
    }

    for (const [act, { from, act: run }] of Object.entries(acts)) {
      test(`«${act}» of a ${name} does something in each state that it is an edge of`, async ({ assert }) => {
        for (const state of from) {
          const own = await withNewPayee(stage)
          const made = await states[state]?.(own)
          if (!made) throw new Error(`No way into ${state}`)
          const before = await snapshotOf(made.procedureId)

          await run({ ...made, stage: own })

          assert.notEqual(await snapshotOf(made.procedureId), before, state)
        }
      }).timeout(120_000)
    }

    test(`the database itself knows no step of a ${name} that is not in the table`, async ({ assert }) => {
      const names = Object.keys(workflow.states)
      const transitions = Object.values(workflow.transitions) as { from: string[]; to: string }[]
      const edges = new Set(transitions.flatMap(({ from, to }) => from.map((state) => `${state} ${to}`)))
      for (const [state, make] of Object.entries(states)) {
        const { key } = await make(await withNewPayee(stage))
        for (const to of names.filter((other) => other !== state && !edges.has(`${state} ${other}`)))
          await assert.rejects(() => execute(`update ${table} set status = :to where id = :key`, { to, key }))
      }
    }).timeout(120_000)
  }
})
