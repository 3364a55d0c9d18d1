import { test } from '@japa/runner'
import { confirmPerson } from '#app/identity/actions/confirm_person'
import { inviteUser, resendPasswordLink } from '#app/identity/actions/invite_user'
import { moveUser, resetTwoFactor } from '#app/identity/actions/move_user'
import { updateUser } from '#app/identity/actions/update_user'
import User from '#app/identity/models/user'
import { listUnconfirmed } from '#app/identity/queries/authority_changes'
import type { Role } from '#app/identity/roles'
import type { Manager } from '#app/identity/user_authority'
import { execute, oneRow, rows } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { addBank, verifyBank } from '#app/providers/actions/provider_banks'
import { waitingForApproval } from '#app/reports/queries/waiting_for_approval'
import { activateApproval, proposeApproval } from '#app/sites/actions/grant_approval'
import { listCandidates } from '#app/sites/queries/eligible_approvers'
import { makeIban, makeSite } from '#tests/factories/books'
import { makeInvoice, makeProvider } from '#tests/factories/documents'
import { makeInvoiceStage } from '#tests/factories/invoice_stage'
import { letApprove, makeUser, type Person } from '#tests/factories/people'
import { confirmAs, everywhere } from '#tests/factories/second_person'

let sequence = 0
const managerOf = ({ id }: Person): Manager => ({ id, role: 's1st3ma', siteIds: 'all' })

/** Somebody invited who has come in with a password and a second factor of their own. */
async function invited(
  by: Person,
  role: Role = 'aprobador',
  siteIds: number[] | 'all' = 'all'
): Promise<Person> {
  sequence++
  const email = `confirmar-${process.pid}-${Date.now()}-${sequence}@prueba.test`
  const id = await inviteUser(
    { name: `Por confirmar ${sequence}`, email, role, siteIds, sharedInbox: false },
    managerOf(by),
    by.actor
  )
  await execute(
    `update users set status = 'active', password_hash = 'x', two_factor_enabled = true, two_factor_secret_enc = 'x' where id = :id`,
    { id }
  )
  return { id, email, actor: { userId: id, kind: 'user' } }
}

async function change(
  person: Person,
  by: Person,
  change_: { role?: Role; email?: string; siteIds?: number[] | 'all' }
) {
  const user = await User.findOrFail(person.id)
  await updateUser(
    person.id,
    {
      name: user.name,
      email: user.email,
      role: user.role,
      siteIds: user.allSites ? 'all' : [],
      sharedInbox: user.sharedInbox,
      lockVersion: user.lockVersion,
      ...change_,
    },
    managerOf(by),
    by.actor
  )
}

const isConfirmed = async ({ id }: Person): Promise<boolean> =>
  (await oneRow<{ is: boolean }>(`select is_confirmed(:id::bigint) as is`, { id })).is

const reasonOf = async (siteId: number, { id }: Person) =>
  (
    await listCandidates({
      siteId,
      kind: 'payment_supplier',
      amountMinor: 100,
      excludedUserIds: [],
      documentType: 'payment_order',
      documentId: 0,
    })
  ).find(({ userId }) => userId === id)?.reason

const approvalOf = (siteId: number, { id }: Person) => ({
  siteId,
  userId: id,
  kinds: ['payment_supplier' as const],
  maxAmountMinor: null,
  dailyLimitMinor: null,
  activeFrom: calendarDate('2026-01-01'),
  activeTo: null,
})

test.group('Who invited somebody does not make them an approver', () => {
  test('they count once another person has looked, and not before', async ({ assert }) => {
    const { siteId } = await makeSite()
    const [inviter, second] = [await makeUser('s1st3ma'), await makeUser('s1st3ma')]
    const person = await invited(inviter)
    await letApprove(siteId, person, ['payment_supplier'], null)
    assert.equal(await reasonOf(siteId, person), 'Pendiente de confirmar por otra persona')

    await confirmAs(second, person)

    assert.isNull(await reasonOf(siteId, person))
    const event = await oneRow<{ userId: number; reason: string }>(
      `select user_id, reason from audit_events where event = 'user.confirmed' and object_id = :id`,
      person
    )
    assert.equal(event.userId, second.id)
    assert.match(event.reason, /^Invitación \(/)
  })

  test('not the inviter, not themselves, not who waits too, not who has no such role', async ({ assert }) => {
    const inviter = await makeUser('s1st3ma')
    const [person, other] = [await invited(inviter), await invited(inviter, 's1st3ma')]
    const accountant = await makeUser('superC0ntab1l1dad')
    const confirm = async (by: Person) => confirmAs(by, person)

    await assert.rejects(() => confirm(inviter), /distinta de quien lo cambió/)
    await assert.rejects(() => confirm(person), /Nadie confirma/)
    await assert.rejects(() => confirm(other), /ya confirmados/)
    await assert.rejects(() => confirm(accountant), /ya confirmados/)
    for (const by of [inviter, person, other, accountant])
      await assert.rejects(
        () =>
          execute(
            `update user_authority_changes set confirmed_by = :by, confirmed_at = now() where user_id = :id`,
            { by: by.id, id: person.id }
          ),
        /authority_confirmer/
      )
    assert.isFalse(await isConfirmed(person))
  })

  test('an approver who had no hand in it may; two people who invited each other’s people may not', async ({
    assert,
  }) => {
    const [inviter, approver] = [await makeUser('s1st3ma'), await makeUser('aprobador')]
    const person = await invited(inviter)
    const further = await invited(inviter, 's1st3ma')

    await assert.rejects(() => confirmAs(person, further), /ya confirmados/)
    await assert.rejects(() => confirmAs(further, person), /ya confirmados/)
    await confirmAs(approver, person)
    assert.isTrue(await isConfirmed(person))
  })

  test('who waits lets nobody else in: the inviter would confirm people they never touched', async ({
    assert,
  }) => {
    const inviter = await makeUser('s1st3ma')
    const [person, other] = [await invited(inviter, 's1st3ma'), await makeUser('c0ntab1l1dad')]

    await assert.rejects(() => invited(person), /authority_author_unconfirmed/)
    await assert.rejects(() => change(other, person, { role: 'aprobador' }), /authority_author_unconfirmed/)
    await assert.rejects(
      () => resendPasswordLink(other.id, managerOf(person), person.actor),
      /authority_author_unconfirmed|invitación|enlace/
    )
    await confirmAs(await makeUser('aprobador'), person)
    await invited(person)
  })

  test('who is invited by one and changed by another waits for a third', async ({ assert }) => {
    const [one, two, third] = [
      await makeUser('s1st3ma'),
      await makeUser('s1st3ma'),
      await makeUser('s1st3ma'),
    ]
    const person = await invited(one, 'c0ntab1l1dad')
    await change(person, two, { role: 'aprobador' })

    await assert.rejects(() => confirmAs(one, person), /distinta de quien lo cambió/)
    await assert.rejects(() => confirmAs(two, person), /distinta de quien lo cambió/)
    await confirmAs(third, person)
    assert.isTrue(await isConfirmed(person))
  })

  test('role there and back, address, companies, second factor, link and return all wait again', async ({
    assert,
  }) => {
    const { siteId } = await makeSite()
    const [changer, second] = [await makeUser('s1st3ma'), await makeUser('s1st3ma')]
    const waits: Record<string, (person: Person) => Promise<void>> = {
      role: async (person) => {
        await change(person, changer, { role: 'c0ntab1l1dad' })
        await change(person, changer, { role: 'aprobador' })
      },
      email: (person) => change(person, changer, { email: `otra-${person.email}` }),
      companies: (person) => change(person, changer, { siteIds: [siteId] }),
      'second factor': (person) => resetTwoFactor(person.id, managerOf(changer), changer.actor),
      link: (person) => resendPasswordLink(person.id, managerOf(changer), changer.actor),
      return: async (person) => {
        await moveUser(person.id, 'suspend', 'Se va un tiempo', managerOf(second), second.actor)
        await moveUser(person.id, 'reactivate', null, managerOf(changer), changer.actor)
      },
    }
    for (const [name, act] of Object.entries(waits)) {
      const person = await makeUser('aprobador')
      assert.isTrue(await isConfirmed(person))
      await act(person)
      assert.isFalse(await isConfirmed(person), name)
      await confirmAs(second, person)
      assert.isTrue(await isConfirmed(person), name)
    }
  })

  test('a name alone, an own change and the day’s work need nobody', async ({ assert }) => {
    const [manager, person] = [await makeUser('s1st3ma'), await makeUser('aprobador')]
    const user = await User.findOrFail(person.id)
    await updateUser(
      person.id,
      {
        name: 'Otro Nombre',
        email: user.email,
        role: user.role,
        siteIds: 'all',
        sharedInbox: false,
        lockVersion: user.lockVersion,
      },
      managerOf(manager),
      manager.actor
    )
    await execute(`update users set last_login_at = now(), password_hash = 'y' where id = :id`, person)
    assert.isTrue(await isConfirmed(person))
  })

  test('what came since it was shown is looked at again', async ({ assert }) => {
    const [changer, second] = [await makeUser('s1st3ma'), await makeUser('s1st3ma')]
    const person = await invited(changer)
    const [shown] = await listUnconfirmed(everywhere(second), person.id)
    await resendPasswordLink(person.id, managerOf(changer), changer.actor)

    await assert.rejects(
      () =>
        confirmPerson(
          { userId: person.id, lastChangeId: shown?.lastChangeId ?? 0 },
          everywhere(second),
          second.actor
        ),
      /ha cambiado desde que lo abrió/
    )
  })

  test('nobody confirms who has not come in yet', async ({ assert }) => {
    const [inviter, second] = [await makeUser('s1st3ma'), await makeUser('s1st3ma')]
    const person = await invited(inviter)
    await execute(
      `update users set status = 'invited', password_hash = null, updated_by = (select max(b.id) from users b where b.role = 's1st3ma' and b.status = 'active' and b.id <> users.id and is_confirmed(b.id)) where id = :id`,
      person
    )

    await assert.rejects(() => confirmAs(second, person), /Todavía no ha aceptado/)
  })
})

test.group('Until somebody is confirmed', () => {
  test('they activate nothing, nor does who invited them activate for them', async ({ assert }) => {
    const { siteId } = await makeSite()
    const inviter = await makeUser('s1st3ma')
    const [person, system] = [await invited(inviter), await invited(inviter, 's1st3ma')]
    const proposer = await makeUser('aprobador')
    const id = await proposeApproval(approvalOf(siteId, person), proposer.actor)

    await assert.rejects(() => activateApproval(id, inviter.actor), /Usted invitó o cambió/)
    await assert.rejects(() => activateApproval(id, system.actor), /no activa aprobaciones/)
    await assert.rejects(
      () =>
        execute(`update approvals set status = 'active', activated_by = :by where id = :id`, {
          id,
          by: inviter.id,
        }),
      /approval_activator/
    )
  })

  test('nor for whom an unconfirmed person stands in', async ({ assert }) => {
    const { siteId } = await makeSite()
    const inviter = await makeUser('s1st3ma')
    const [holder, standIn] = [await makeUser('aprobador'), await invited(inviter)]
    const day = calendarDate('2026-01-01')
    const id = await proposeApproval(
      {
        ...approvalOf(siteId, holder),
        delegate: { userId: standIn.id, from: day, to: calendarDate('2027-12-31') },
      },
      (await makeUser('aprobador')).actor
    )
    await assert.rejects(() => activateApproval(id, inviter.actor), /Usted invitó o cambió/)
    await activateApproval(id, (await makeUser('s1st3ma')).actor)
    assert.equal(await reasonOf(siteId, standIn), 'Pendiente de confirmar por otra persona')
    assert.isNull(await reasonOf(siteId, holder))
  })

  test('they are nobody’s second person', async ({ assert }) => {
    const inviter = await makeUser('s1st3ma')
    const person = await invited(inviter, 'superC0ntab1l1dad')
    const { id: providerId, bankId } = await makeProvider(inviter, { isPayable: false })

    await assert.rejects(
      () => verifyBank({ providerId, bankId }, 'phone_call', person.actor),
      /second_person_unconfirmed/
    )
  })

  test('those who may confirm see it on their start page; who waits has nothing to decide', async ({
    assert,
  }) => {
    const [inviter, second, approver] = [
      await makeUser('s1st3ma'),
      await makeUser('s1st3ma'),
      await makeUser('aprobador'),
    ]
    const person = await invited(inviter, 's1st3ma')
    const sees = async ({ id }: Person) =>
      (await waitingForApproval(await User.findOrFail(id), 'all', { itemsMax: 1000 })).some(
        (item) => item.kind === 'person' && item.id === person.id
      )

    assert.deepEqual(
      [await sees(inviter), await sees(second), await sees(approver), await sees(person)],
      [false, true, true, false]
    )
    assert.deepEqual(
      await waitingForApproval(await User.findOrFail(person.id), 'all', { itemsMax: 1000 }),
      []
    )
  })

  test('nobody is left alone without being told: the page says whom it waits for, or that there is nobody', async ({
    assert,
  }) => {
    const inviter = await makeUser('s1st3ma')
    const person = await invited(inviter)
    const [seen] = await listUnconfirmed(everywhere(inviter), person.id)
    assert.isAbove(seen?.waitsFor.length ?? 0, 0)
    assert.match(seen?.hindrance ?? '', /distinta de quien lo cambió/)
  })
})

/** The same numbers each time, so that a failure can be looked at. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

test.group('Whatever one person does through those they made', () => {
  test('none of them ever counts: a random walk of invitations, changes and confirmations', async ({
    assert,
  }) => {
    const random = seeded(20_260_411)
    const pick = <T>(some: readonly T[]): T => {
      const one = some[Math.floor(random() * some.length)]
      if (one === undefined) throw new Error('Nothing to pick')
      return one
    }
    const attacker = await makeUser('s1st3ma')
    const owned: Person[] = [attacker]
    const roles: Role[] = ['s1st3ma', 'aprobador', 'superC0ntab1l1dad', 'c0ntab1l1dad']
    const acts: (() => Promise<unknown>)[] = [
      async () => owned.length < 8 && owned.push(await invited(pick(owned), pick(roles))),
      () => change(pick(owned), pick(owned), { role: pick(roles) }),
      () => {
        const person = pick(owned)
        return change(person, pick(owned), { email: `x${Math.floor(random() * 1e9)}-${person.email}` })
      },
      async () => {
        const by = pick(owned)
        await resendPasswordLink(pick(owned).id, managerOf(by), by.actor)
      },
      () => confirmAs(pick(owned), pick(owned)),
      () => confirmAs(pick(owned), pick(owned)),
      async () => {
        const person = pick(owned)
        await execute(
          `update user_authority_changes set confirmed_by = :by, confirmed_at = now() where user_id = :id and confirmed_at is null`,
          { by: pick(owned).id, id: person.id }
        )
      },
    ]
    for (let walked = 0; walked < 250; walked++) {
      // What is refused leaves things as they were.
      await pick(acts)().catch(() => null)
      // Who counts for a moment may make another one count.
      for (const person of owned.slice(1)) assert.isFalse(await isConfirmed(person), `step ${walked}`)
    }

    assert.isAbove(owned.length, 4)
  }).timeout(120_000)
})

/** Whom an approval of this invoice by this person counts for: refused where they stand behind who wrote it. */
async function approveInvoice(id: number, { id: userId }: Person) {
  await execute(`update invoices set status = 'pending_approval' where id = :id`, { id })
  await execute(
    `insert into approval_decisions (document_type, document_id, site_id, user_id, decision, fingerprint, amount_minor)
     select 'invoice', i.id, i.site_id, :userId, 'approve', invoice_fingerprint(i), i.total_minor from invoices i where i.id = :id`,
    { id, userId }
  )
  await execute(`update invoices set status = 'approved' where id = :id`, { id })
}

const handsIn = async (type: string, id: number) =>
  (
    await rows<{ userId: number }>(
      `select user_id from document_hands where document_type = :type and document_id = :id order by user_id`,
      { type, id }
    )
  ).map(({ userId }) => userId)

test.group('What somebody writes who was not confirmed', () => {
  test('is the hand of who invited them too: they do not approve it, another person does', async ({
    assert,
  }) => {
    const stage = await makeInvoiceStage()
    const [inviter, other] = [await makeUser('s1st3ma'), await makeUser('aprobador')]
    const clerk = await invited(inviter, 'c0ntab1l1dad')
    const id = await makeInvoice({ siteId: stage.siteId, providerId: stage.provider.id, creator: clerk })

    assert.deepEqual(
      await handsIn('invoice', id),
      [inviter.id, clerk.id].toSorted((a, b) => a - b)
    )
    await assert.rejects(() => approveInvoice(id, inviter), /invoice_not_approved/)
    await approveInvoice(id, other)
  })

  test('also of who invited the inviter, and of who sent a link; and of nobody once they are confirmed', async ({
    assert,
  }) => {
    const stage = await makeInvoiceStage()
    const providerId = stage.provider.id
    const [first, second] = [await makeUser('s1st3ma'), await makeUser('s1st3ma')]
    const between = await invited(first, 's1st3ma')
    await confirmAs(second, between)
    const clerk = await invited(between, 'c0ntab1l1dad')
    await resendPasswordLink(between.id, managerOf(first), first.actor)
    const written = () => makeInvoice({ siteId: stage.siteId, providerId, creator: clerk })
    const early = await written()
    assert.sameMembers(await handsIn('invoice', early), [first.id, between.id, clerk.id])

    await confirmAs(second, clerk)
    const late = await written()
    assert.deepEqual(await handsIn('invoice', late), [clerk.id])
    await assert.rejects(() => approveInvoice(early, first), /invoice_not_approved/)

    await resendPasswordLink(clerk.id, managerOf(second), second.actor)
    assert.sameMembers(await handsIn('invoice', await written()), [second.id, clerk.id])
  })

  test('is not vouched for by who invited them', async ({ assert }) => {
    const [inviter, other] = [await makeUser('s1st3ma'), await makeUser('s1st3ma')]
    const clerk = await invited(inviter, 'c0ntab1l1dad')
    const provider = await makeProvider(other, { isPayable: false })
    const bankId = await addBank(
      {
        providerId: provider.id,
        siteId: null,
        iban: makeIban(),
        holderName: 'Suministros',
        isConfirmed: true,
      },
      clerk.actor
    )
    const verify = ({ id }: Person) =>
      execute(
        `update provider_banks set verification = 'verified', verification_method = 'phone_call', verified_by = :id, verified_at = now() where id = :bankId`,
        { id, bankId }
      )

    await assert.rejects(() => verify(inviter), /second_person_behind_the_first/)
    await verify(other)
  })

  test('waits to be confirmed whatever their role', async ({ assert }) => {
    const [inviter, other] = [await makeUser('s1st3ma'), await makeUser('aprobador')]
    const clerk = await invited(inviter, 'c0ntab1l1dad')
    const user = await User.findOrFail(other.id)
    const waits = async () =>
      (await waitingForApproval(user, 'all', { itemsMax: 1000 })).some(
        ({ kind, id }) => kind === 'person' && id === clerk.id
      )

    assert.isTrue(await waits())
    await confirmAs(other, clerk)
    assert.isFalse(await waits())
  })
})
