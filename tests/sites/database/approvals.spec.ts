import { test } from '@japa/runner'
import { approveInvoice } from '#app/invoices/approval/approve_invoice'
import { submitInvoice } from '#app/invoices/approval/submit_invoice'
import Invoice from '#app/invoices/models/invoice'
import { invoiceFingerprint } from '#app/invoices/queries/invoice_fingerprint'
import { execute, inTransaction, oneRow, row } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { endApproval } from '#app/sites/actions/end_approval'
import { activateApproval, type NewApproval, proposeApproval } from '#app/sites/actions/grant_approval'
import { listCandidates } from '#app/sites/queries/eligible_approvers'
import { listApprovalGaps } from '#app/sites/queries/list_approval_gaps'
import { simulateApproval } from '#app/sites/queries/simulate_approval'
import { makeSite } from '#tests/factories/books'
import { makeInvoice, makeProvider } from '#tests/factories/documents'
import { letApprove, makeUser, type Person } from '#tests/factories/people'
import { makeEmployee } from '#tests/factories/staff'

const wanted = (siteId: number, person: Person, more: Partial<NewApproval> = {}): NewApproval => ({
  siteId,
  userId: person.id,
  kinds: ['invoice'],
  maxAmountMinor: 100_000,
  dailyLimitMinor: null,
  activeFrom: calendarDate('2026-01-01'),
  activeTo: null,
  ...more,
})

const codeOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'none'

/** The code with which the database refuses a statement. */
async function refusalOf(sql: string, bindings: Record<string, unknown>): Promise<string> {
  try {
    await inTransaction(async (trx) => {
      await execute(sql, bindings, trx)
    })
    return 'accepted'
  } catch (error) {
    return codeOf(error)
  }
}

const statusOf = async (id: number) =>
  (await oneRow<{ status: string }>(`select status from approvals where id = :id`, { id })).status

test.group('Who activates an approval', () => {
  test('who would stand in for the holder does not activate it either', async ({ assert }) => {
    const { siteId } = await makeSite()
    const [holder, proposer, standIn] = [
      await makeUser('aprobador'),
      await makeUser('s1st3ma'),
      await makeUser('s1st3ma'),
    ]
    const days = { from: calendarDate('2026-02-01'), to: calendarDate('2026-02-10') }
    const delegate = { userId: standIn.id, ...days }
    const id = await proposeApproval(wanted(siteId, holder, { delegate }), proposer.actor)

    await assert.rejects(
      () => activateApproval(id, standIn.actor),
      'No puede activar una aprobación a su favor.'
    )
    assert.equal(
      await refusalOf(`update approvals set status = 'active', activated_by = :by where id = :id`, {
        id,
        by: standIn.id,
      }),
      'CS004'
    )
    assert.equal(await statusOf(id), 'proposed')
  })

  test('another s1st3ma than who proposed it and whom it benefits', async ({ assert }) => {
    const { siteId } = await makeSite()
    const [holder, proposer, activator] = [
      await makeUser('aprobador'),
      await makeUser('aprobador'),
      await makeUser('s1st3ma'),
    ]
    const id = await proposeApproval(wanted(siteId, holder), proposer.actor)

    await assert.rejects(
      () => activateApproval(id, holder.actor),
      'No puede activar una aprobación a su favor.'
    )
    await assert.rejects(
      () => activateApproval(id, proposer.actor),
      'Debe activarla una persona distinta de quien la propuso.'
    )
    assert.equal(await statusOf(id), 'proposed')
    await activateApproval(id, activator.actor)

    assert.equal(await statusOf(id), 'active')
  })

  test('a s1st3ma does not activate an approval in their own favour or that they proposed', async ({
    assert,
  }) => {
    const { siteId } = await makeSite()
    const [first, second] = [await makeUser('s1st3ma'), await makeUser('s1st3ma')]
    const own = await proposeApproval(wanted(siteId, first), second.actor)

    await assert.rejects(
      () => activateApproval(own, first.actor),
      'No puede activar una aprobación a su favor.'
    )
    await assert.rejects(
      () => activateApproval(own, second.actor),
      'Debe activarla una persona distinta de quien la propuso.'
    )
  })

  test('an approver who had no hand in it cannot: it takes the role', async ({ assert }) => {
    const { siteId } = await makeSite()
    const id = await proposeApproval(
      wanted(siteId, await makeUser('aprobador')),
      (await makeUser('s1st3ma')).actor
    )
    const outsider = await makeUser('aprobador')

    await assert.rejects(() => activateApproval(id, outsider.actor), /rol de sistema/)
  })

  test('the database refuses it too, whoever writes', async ({ assert }) => {
    const { siteId } = await makeSite()
    const [holder, proposer, other] = [
      await makeUser('s1st3ma'),
      await makeUser('s1st3ma'),
      await makeUser('aprobador'),
    ]
    const id = await proposeApproval(wanted(siteId, holder), proposer.actor)
    const activate = `update approvals set status = 'active', activated_by = :by where id = :id`

    assert.equal(await refusalOf(activate, { id, by: holder.id }), '23514')
    assert.equal(await refusalOf(activate, { id, by: proposer.id }), '23514')
    assert.equal(await refusalOf(activate, { id, by: other.id }), 'CS004')
    assert.equal(await refusalOf(activate, { id, by: null }), 'CS004')
  })
})

test.group('What an approval may not be', () => {
  test('nobody has two approvals of one kind on overlapping days', async ({ assert }) => {
    const { siteId } = await makeSite()
    const holder = await makeUser('aprobador')
    const proposer = await makeUser('aprobador')
    await letApprove(siteId, holder, ['invoice', 'loan'], null)
    const { name } = await oneRow<{ name: string }>(`select name from users where id = :id`, {
      id: holder.id,
    })

    await assert.rejects(
      () => proposeApproval(wanted(siteId, holder, { kinds: ['rebilling', 'invoice'] }), proposer.actor),
      `${name} ya tiene una aprobación de facturas en esas fechas.`
    )
    await proposeApproval(wanted(siteId, holder, { kinds: ['rebilling'] }), proposer.actor)
  })

  test('of two proposals for the same days only the first to be activated holds', async ({ assert }) => {
    const { siteId } = await makeSite()
    const [holder, proposer, activator] = [
      await makeUser('aprobador'),
      await makeUser('aprobador'),
      await makeUser('s1st3ma'),
    ]
    const first = await proposeApproval(wanted(siteId, holder), proposer.actor)
    const second = await proposeApproval(wanted(siteId, holder, { maxAmountMinor: null }), proposer.actor)
    await activateApproval(first, activator.actor)

    await assert.rejects(
      () => activateApproval(second, activator.actor),
      /ya tiene una aprobación de facturas en esas fechas/
    )
    assert.equal(await statusOf(second), 'proposed')
    assert.equal(
      await refusalOf(`update approval_kinds set active = true where approval_id = :second`, { second }),
      '23P01'
    )
  })

  test('each mistake of the dialog is told at its field', async ({ assert }) => {
    const { siteId } = await makeSite()
    const [holder, actor] = [await makeUser('aprobador'), (await makeUser('aprobador')).actor]
    const senior = await makeUser('superC0ntab1l1dad')
    const outsider = await makeUser('aprobador', { siteIds: [] })
    const suspended = await makeUser('aprobador')
    await execute(
      `update users set status = 'suspended', updated_by = (select max(b.id) from users b where b.role = 's1st3ma' and b.status = 'active' and b.id <> users.id and is_confirmed(b.id)) where id = :id`,
      { id: suspended.id }
    )
    const days = { from: calendarDate('2026-02-01'), to: calendarDate('2026-02-10') }
    const cases: [NewApproval, string, string][] = [
      [wanted(siteId, holder, { kinds: [] }), 'kinds', 'Seleccione al menos un tipo de documento.'],
      [
        wanted(siteId, holder, { dailyLimitMinor: 99_999 }),
        'daily_limit',
        'El límite diario no puede ser menor que el importe máximo.',
      ],
      [
        wanted(siteId, suspended),
        'user_id',
        'Solo un usuario activo puede ser aprobador: este está suspendido o aún no ha aceptado su invitación.',
      ],
      [wanted(siteId, outsider), 'user_id', 'Este usuario no tiene acceso a la empresa.'],
      [
        wanted(siteId, senior, { kinds: ['payment_supplier'] }),
        'user_id',
        'El rol de este usuario no permite estas aprobaciones.',
      ],
      [
        wanted(siteId, holder, { activeTo: calendarDate('2025-12-31') }),
        'active_to',
        'La fecha final no puede ser anterior a la inicial.',
      ],
      [
        wanted(siteId, holder, { delegate: { userId: holder.id, ...days } }),
        'delegate_user_id',
        'El suplente debe ser otra persona.',
      ],
      [
        wanted(siteId, holder, { delegate: { userId: senior.id, ...days } }),
        'delegate_user_id',
        'El suplente debe tener el rol de aprobador o de sistema.',
      ],
    ]

    for (const [approval, field, message] of cases) {
      const error = await proposeApproval(approval, actor).then(
        () => null,
        (refusal: { field?: string; message: string }) => refusal
      )
      assert.deepEqual({ field: error?.field, message: error?.message }, { field, message })
    }
  })
})

test.group('The life of an approval', () => {
  test('it is ended, never edited, and does not come back', async ({ assert }) => {
    const { siteId } = await makeSite()
    const holder = await makeUser('aprobador')
    await letApprove(siteId, holder, ['invoice'], 50_000)
    const { id } = await oneRow<{ id: number }>(
      `select id from approvals where site_id = :siteId and user_id = :userId`,
      { siteId, userId: holder.id }
    )

    assert.equal(
      await refusalOf(`update approvals set max_amount_minor = null where id = :id`, { id }),
      'CS003'
    )
    await assert.rejects(() => endApproval(id, ' ', holder.actor), 'Indique el motivo.')
    await endApproval(id, 'Cambio de límites', holder.actor)
    const question = { siteId, kind: 'invoice' as const, amountMinor: 100, excludedUserIds: [] }
    assert.deepEqual(await listCandidates({ ...question, documentType: 'invoice', documentId: 0 }), [])
    assert.equal(await refusalOf(`update approvals set status = 'active' where id = :id`, { id }), 'CS003')
  })

  test('it ends by itself when its holder is suspended or changes role, and says so', async ({ assert }) => {
    const { siteId } = await makeSite()
    const [suspended, moved] = [await makeUser('aprobador'), await makeUser('aprobador')]
    for (const person of [suspended, moved]) await letApprove(siteId, person, ['invoice'], null)

    await execute(
      `update users set status = 'suspended', updated_by = (select max(b.id) from users b where b.role = 's1st3ma' and b.status = 'active' and b.id <> users.id and is_confirmed(b.id)) where id = :id`,
      { id: suspended.id }
    )
    await execute(
      `update users set role = 'c0ntab1l1dad', updated_by = (select max(b.id) from users b where b.role = 's1st3ma' and b.status = 'active' and b.id <> users.id and is_confirmed(b.id)) where id = :id`,
      { id: moved.id }
    )

    const { ended, active, events } = await oneRow<{ ended: number; active: number; events: number }>(
      `select count(*) filter (where a.status = 'ended')::int as ended, count(*) filter (where k.active)::int as active,
          (select count(*)::int from audit_events e where e.event = 'approval.ended' and e.site_id = :siteId) as events
         from approvals a join approval_kinds k on k.approval_id = a.id where a.site_id = :siteId`,
      { siteId }
    )
    assert.deepEqual({ ended, active, events }, { ended: 2, active: 0, events: 2 })
  })

  test('a delegate decides on their days with the limits of the holder, and no longer', async ({
    assert,
  }) => {
    const { siteId } = await makeSite()
    const [holder, delegate, proposer, activator] = [
      await makeUser('aprobador'),
      await makeUser('aprobador'),
      await makeUser('aprobador'),
      await makeUser('s1st3ma'),
    ]
    const { today, past } = await oneRow<{ today: string; past: string }>(
      `select current_date as today, (current_date - 5) as past`
    )
    const activeFrom = calendarDate('2025-01-01')
    const now = { userId: delegate.id, from: calendarDate(past), to: calendarDate(today) }
    const id = await proposeApproval(wanted(siteId, holder, { activeFrom, delegate: now }), proposer.actor)
    await activateApproval(id, activator.actor)
    const question = {
      siteId,
      kind: 'invoice' as const,
      excludedUserIds: [],
      documentType: 'x',
      documentId: 0,
    }

    const within = await listCandidates({ ...question, amountMinor: 100_000 })
    const above = await listCandidates({ ...question, amountMinor: 100_001 })

    assert.deepInclude(
      within.find(({ userId }) => userId === delegate.id),
      { reason: null, onBehalfOf: holder.id }
    )
    assert.equal(above.find(({ userId }) => userId === delegate.id)?.reason, 'Supera su límite')
  })

  test('who stands in for somebody keeps the approval of their own', async ({ assert }) => {
    const { siteId } = await makeSite()
    const [holder, standIn] = [await makeUser('aprobador'), await makeUser('aprobador')]
    await standInFor(siteId, { holder, standIn, maxAmountMinor: 1_000, dailyLimitMinor: null })
    await letApprove(siteId, standIn, ['invoice'], 500_000)
    const candidateFor = async (amountMinor: number, excludedUserIds: number[] = []) =>
      (await listCandidates({ ...invoiceOf(siteId), amountMinor, excludedUserIds })).find(
        ({ userId }) => userId === standIn.id
      )

    const above = await candidateFor(400_000)
    const ofHolder = await candidateFor(400_000, [holder.id])
    const within = await candidateFor(500)

    for (const found of [above, ofHolder, within])
      assert.deepInclude(found, { reason: null, onBehalfOf: null, maxAmountMinor: 500_000 })
  })

  test('a day’s limit is one for the holder and who stands in', async ({ assert }) => {
    const { siteId } = await makeSite()
    const [holder, standIn] = [await makeUser('aprobador'), await makeUser('aprobador')]
    const approvalId = await standInFor(siteId, {
      holder,
      standIn,
      maxAmountMinor: 100_000,
      dailyLimitMinor: 150_000,
    })
    await execute(
      `insert into approval_decisions (document_type, document_id, site_id, user_id, decision, fingerprint, amount_minor, approval_id)
       values ('x', -1, :siteId, :userId, 'approve', 'x', 100000, :approvalId)`,
      { siteId, userId: holder.id, approvalId }
    )

    const found = await listCandidates({ ...invoiceOf(siteId), amountMinor: 60_000 })

    const reasons = found.map(({ userId, reason }) => [userId, reason])
    assert.sameDeepMembers(reasons, [
      [holder.id, 'Supera su límite diario'],
      [standIn.id, 'Supera su límite diario'],
    ])
  })
})

const invoiceOf = (siteId: number) => ({
  siteId,
  kind: 'invoice' as const,
  excludedUserIds: [] as number[],
  documentType: 'x',
  documentId: 0,
})

type StandIn = {
  holder: Person
  standIn: Person
  maxAmountMinor: number
  dailyLimitMinor: number | null
}

/** An active approval of the holder, for whom somebody stands in these days. */
async function standInFor(siteId: number, { holder, standIn, ...limits }: StandIn): Promise<number> {
  const { from, to } = await oneRow<{ from: string; to: string }>(
    `select current_date - 5 as "from", current_date + 1 as "to"`
  )
  const activeFrom = calendarDate('2025-01-01')
  const delegate = { userId: standIn.id, from: calendarDate(from), to: calendarDate(to) }
  const id = await proposeApproval(
    wanted(siteId, holder, { ...limits, activeFrom, delegate }),
    (await makeUser('aprobador')).actor
  )
  await activateApproval(id, (await makeUser('s1st3ma')).actor)
  return id
}

test.group('Who would approve', () => {
  test('an approval for certain categories holds for no other', async ({ assert }) => {
    const { siteId } = await makeSite()
    const [holder, proposer, activator] = [
      await makeUser('aprobador'),
      await makeUser('aprobador'),
      await makeUser('s1st3ma'),
    ]
    const category = await row<{ id: number }>(`select id from categories order by id limit 1`)
    const categoryId = category?.id ?? 0
    const id = await proposeApproval(wanted(siteId, holder, { categoryIds: [categoryId] }), proposer.actor)
    await activateApproval(id, activator.actor)
    const asked = { siteId, kind: 'invoice' as const, amountMinor: 100 }
    const { name } = await oneRow<{ name: string }>(`select name from users where id = :id`, {
      id: holder.id,
    })
    const reasonIn = async (category: number | null) =>
      (await simulateApproval({ ...asked, categoryId: category })).people.find(
        (person) => person.name === name
      )?.reason

    assert.isNull(await reasonIn(categoryId))
    assert.equal(await reasonIn(categoryId + 1), 'No aprueba esta categoría')
    assert.equal(await reasonIn(null), 'Solo aprueba ciertas categorías')
  })

  test('a real invoice is only approved by who approves its category', async ({ assert }) => {
    const { siteId } = await makeSite()
    const [right, wrong, proposer, activator] = [
      await makeUser('aprobador'),
      await makeUser('aprobador'),
      await makeUser('aprobador'),
      await makeUser('s1st3ma'),
    ]
    const { ours, other } = await oneRow<{ ours: number; other: number }>(
      `select id as ours, (select min(id) from categories where name <> 'Electricidad') as other from categories where name = 'Electricidad'`
    )
    for (const [person, category] of [
      [right, ours],
      [wrong, other],
    ] as const) {
      const id = await proposeApproval(wanted(siteId, person, { categoryIds: [category] }), proposer.actor)
      await activateApproval(id, activator.actor)
    }
    const accountant = await makeUser('c0ntab1l1dad')
    const provider = await makeProvider(proposer)
    const invoiceId = await makeInvoice({ siteId, providerId: provider.id, creator: accountant })
    await submitInvoice(invoiceId, accountant.actor)
    const shownFingerprint = await invoiceFingerprint(invoiceId)
    const approve = (person: Person) =>
      approveInvoice({
        invoiceId,
        shownFingerprint,
        justifications: 'Comprobado con el proveedor',
        actor: person.actor,
      })

    await assert.rejects(() => approve(wrong), 'No tiene aprobaciones para este documento en esta empresa.')
    await approve(right)

    assert.include(['approved', 'booked'], (await Invoice.findOrFail(invoiceId)).status)
  })

  test('the simulator tells why each other person does not', async ({ assert }) => {
    const { siteId } = await makeSite()
    const people = {
      able: await makeUser('aprobador'),
      small: await makeUser('aprobador'),
      none: await makeUser('aprobador'),
      outsider: await makeUser('aprobador', { siteIds: [] }),
      proposed: await makeUser('aprobador'),
    }
    // Among a thousand others they come first by their names.
    await execute(`update users set name = '0 ' || name where id = any(:ids::bigint[])`, {
      ids: Object.values(people).map(({ id }) => id),
    })
    await letApprove(siteId, people.able, ['invoice'], null)
    await letApprove(siteId, people.small, ['invoice'], 1_000)
    await proposeApproval(wanted(siteId, people.proposed), people.able.actor)
    const names = async (person: Person) =>
      (await oneRow<{ name: string }>(`select name from users where id = :id`, { id: person.id })).name

    const { required, people: answer } = await simulateApproval({
      siteId,
      kind: 'invoice',
      amountMinor: 600_000,
      categoryId: null,
    })

    const reasonOf = async (person: Person) => {
      const name = await names(person)
      return answer.find((found) => found.name === name)?.reason
    }
    assert.equal(required, 2)
    assert.isNull(await reasonOf(people.able))
    assert.equal(await reasonOf(people.small), 'Supera su límite')
    assert.equal(await reasonOf(people.none), 'Sin aprobación de este tipo')
    assert.equal(await reasonOf(people.outsider), 'Sin acceso a la empresa')
    assert.equal(await reasonOf(people.proposed), 'Su aprobación está propuesta, sin activar')
  })

  test('a company is incomplete until each step of its policy has holders enough', async ({ assert }) => {
    const { siteId } = await makeSite()
    const stepsOf = async () =>
      (await listApprovalGaps([siteId])).map(({ kind, fromMinor, holders }) => ({ kind, fromMinor, holders }))

    await letApprove(siteId, await makeUser('aprobador'), ['invoice', 'payment_supplier'], null)
    assert.deepEqual(await stepsOf(), [
      { kind: 'invoice', fromMinor: 500_001, holders: 1 },
      { kind: 'payment_supplier', fromMinor: 500_001, holders: 1 },
    ])
    await letApprove(siteId, await makeUser('aprobador'), ['invoice', 'payment_supplier'], 400_000)
    assert.lengthOf(await stepsOf(), 2)
    await letApprove(siteId, await makeUser('aprobador'), ['invoice', 'payment_supplier'], 500_001)

    assert.deepEqual(await stepsOf(), [])
  })

  test('a company with employees needs who approves salaries and notes, one without does not', async ({
    assert,
  }) => {
    const { siteId } = await makeSite()
    const person = await makeUser('s1st3ma')
    const kindsOf = async () => [...new Set((await listApprovalGaps([siteId])).map(({ kind }) => kind))]

    assert.deepEqual(await kindsOf(), ['invoice', 'payment_supplier'])
    await makeEmployee(siteId, person)

    assert.deepEqual(await kindsOf(), ['expense_note', 'invoice', 'payment_payroll', 'payment_supplier'])
  })
})
