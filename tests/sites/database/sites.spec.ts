import { test } from '@japa/runner'
import { SYSTEM } from '#app/audit/record_event'
import { execute, oneRow } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { roleCode } from '#app/ledger/queries/role_account'
import { createSite } from '#app/sites/actions/create_site'
import { moveSite } from '#app/sites/actions/move_site'
import { saveApprovalPolicies } from '#app/sites/actions/save_approval_policies'
import { setAccountRole } from '#app/sites/actions/set_account_role'
import { updateSite } from '#app/sites/actions/update_site'
import { requiredApprovals } from '#app/sites/queries/required_approvals'
import { activationBlockers, archiveBlockers } from '#app/sites/queries/site_blockers'
import { siteWorkflow } from '#app/sites/workflows/site_workflow'
import { cif, makeBankAccount, makeIban, makeSite } from '#tests/factories/books'
import { letApprove, makeUser } from '#tests/factories/people'
import { uniqueNumber } from '#tests/factories/unique_numbers'

let sequence = 0

async function makeDraft(more: { fiscalYearStartMonth?: number } = {}): Promise<number> {
  sequence++
  const code = `D${String(Date.now() % 100_000).padStart(5, '0')}${sequence}`.slice(0, 8)
  return createSite(
    {
      code,
      legalName: `Borrador de prueba ${code}, S.L.`,
      taxId: cif(6_000_000 + uniqueNumber(900_000)),
      kind: 'company',
      territory: 'peninsula_baleares',
      startedOn: calendarDate('2025-03-15'),
      plan: 'pymes',
      ...more,
    },
    SYSTEM
  )
}

const factsOf = (siteId: number) =>
  oneRow<{ status: string; lockVersion: number; territory: string }>(
    `select status, lock_version, territory from sites where id = :siteId`,
    { siteId }
  )

const change = async (siteId: number, changes: Parameters<typeof updateSite>[0]['changes']) =>
  updateSite({ siteId, changes, lockVersion: (await factsOf(siteId)).lockVersion }, SYSTEM)

test.group('States of a company', () => {
  test('a draft is activated once it has an account and approvers enough, not before', async ({ assert }) => {
    const siteId = await makeDraft()
    const activate = () => moveSite({ siteId, transition: 'activate', reason: null }, SYSTEM)

    assert.deepEqual(
      (await activationBlockers(siteId)).map(({ text }) =>
        text.replace(/La empresa .* S\.L\./, 'La empresa')
      ),
      [
        'No tiene ninguna cuenta bancaria activa.',
        'La empresa no tiene aprobadores para pagos a proveedores por 0,01 €.',
        'La empresa no tiene aprobadores para pagos a proveedores por 5.000,01 €.',
      ].map((text) => text.replace(' €', '\u00a0€'))
    )
    await assert.rejects(activate, /No se puede activar la empresa/)
    await makeBankAccount(siteId, makeIban(), '2025-03-15')
    for (const person of [await makeUser('aprobador'), await makeUser('aprobador')])
      await letApprove(siteId, person, ['payment_supplier'], null)
    await activate()

    assert.equal((await factsOf(siteId)).status, 'active')
  })

  test('an active company is archived only with nothing open, and says all that is', async ({ assert }) => {
    const { siteId } = await makeSite()
    const archive = () => moveSite({ siteId, transition: 'archive', reason: null }, SYSTEM)
    await makeBankAccount(siteId)

    await assert.rejects(archive, /Tiene saldo en 1 cuenta .* Tiene \d+ ejercicios? sin cerrar/)
    assert.lengthOf(await archiveBlockers(siteId), 2)
    const empty = (await makeSite()).siteId
    // Its years are open and nothing was ever posted in them.
    await moveSite({ siteId: empty, transition: 'archive', reason: null }, SYSTEM)

    assert.equal((await factsOf(empty)).status, 'archived')
  })

  test('an archived company comes back only with a reason', async ({ assert }) => {
    const { siteId } = await makeSite()
    await execute(`update sites set status = 'archived' where id = :siteId`, { siteId })

    await assert.rejects(
      () => moveSite({ siteId, transition: 'reactivate', reason: ' ' }, SYSTEM),
      'Indique el motivo.'
    )
    await moveSite({ siteId, transition: 'reactivate', reason: 'Vuelve a operar' }, SYSTEM)

    assert.equal((await factsOf(siteId)).status, 'active')
  })

  test('every other pair of state and transition is refused', async ({ assert }) => {
    const allowed = ['draft activate', 'active archive', 'archived reactivate']
    const states = Object.keys(siteWorkflow.states) as (keyof typeof siteWorkflow.states)[]
    const transitions = Object.keys(siteWorkflow.transitions) as (keyof typeof siteWorkflow.transitions)[]

    const possible = states.flatMap((state) =>
      transitions.filter((name) => siteWorkflow.can(state, name)).map((name) => `${state} ${name}`)
    )

    assert.sameMembers(possible, allowed)
  })
})

test.group('Data of a company', () => {
  test('a fiscal year that starts in July starts the July before the first day', async ({ assert }) => {
    const siteId = await makeDraft({ fiscalYearStartMonth: 7 })

    const year = await oneRow<{ startsOn: string; endsOn: string }>(
      `select starts_on, ends_on from fiscal_years where site_id = :siteId`,
      { siteId }
    )

    assert.deepEqual(year, { startsOn: '2024-07-01', endsOn: '2025-06-30' })
  })

  test('territory, currency and account width stand once there are entries, in the database too', async ({
    assert,
  }) => {
    const { siteId } = await makeSite()
    await change(siteId, { territory: 'canarias' })
    await makeBankAccount(siteId)

    await assert.rejects(
      () => change(siteId, { territory: 'ceuta_melilla' }),
      'No se puede cambiar: la empresa ya tiene asientos.'
    )
    await assert.rejects(
      () => change(siteId, { baseCurrency: 'USD' }),
      'No se puede cambiar: la empresa ya tiene asientos.'
    )
    await assert.rejects(
      () => change(siteId, { accountWidth: 10 }),
      'No se puede cambiar: la empresa ya tiene asientos.'
    )
    await assert.rejects(
      () => execute(`update sites set territory = 'ceuta_melilla' where id = :siteId`, { siteId }),
      /site_has_entries/
    )
    await change(siteId, { tradeName: 'Otro nombre', territory: 'canarias' })
    assert.equal((await factsOf(siteId)).territory, 'canarias')
  })

  test('companies never depend on each other in a circle', async ({ assert }) => {
    const [parent, child, grandchild] = [
      (await makeSite()).siteId,
      (await makeSite()).siteId,
      (await makeSite()).siteId,
    ]
    await change(child, { parentSiteId: parent })
    await change(grandchild, { parentSiteId: child })

    await assert.rejects(() => change(parent, { parentSiteId: grandchild }), /site_parent_cycle/)
    await assert.rejects(() => change(parent, { parentSiteId: parent }), /site_parent_cycle/)
  })

  test('who saves over a newer version is told, and nothing changes', async ({ assert }) => {
    const { siteId } = await makeSite()
    const { lockVersion } = await factsOf(siteId)
    await updateSite({ siteId, changes: { city: 'Málaga' }, lockVersion }, SYSTEM)

    await assert.rejects(
      () => updateSite({ siteId, changes: { city: 'Madrid' }, lockVersion }, SYSTEM),
      'Otro usuario ha modificado este registro. Recargue la página.'
    )
  })

  test('a role of the ledger is booked on the company’s own account, and on the group’s again', async ({
    assert,
  }) => {
    const { siteId } = await makeSite()
    const set = (accountCode: string | null) =>
      setAccountRole({ siteId, role: 'bank_fees', accountCode }, SYSTEM)

    await set('6269')
    assert.equal(await roleCode(siteId, 'bank_fees'), '6269')
    await assert.rejects(() => set('999'), 'El plan de cuentas de la empresa no tiene la cuenta 999.')
    await set(null)

    assert.equal(await roleCode(siteId, 'bank_fees'), '626')
  })

  test('a company’s steps win over the group’s, and only invoices may go without approval', async ({
    assert,
  }) => {
    const { siteId } = await makeSite()
    const step = { fromMinor: 0, aggregateDays: 7, slaHours: null }

    await assert.rejects(
      () => saveApprovalPolicies(siteId, [{ ...step, kind: 'payment_supplier', required: 0 }], SYSTEM),
      'Solo las facturas pueden quedar sin aprobación.'
    )
    await assert.rejects(
      () =>
        saveApprovalPolicies(
          siteId,
          [
            { ...step, kind: null, required: 1 },
            { ...step, kind: null, required: 2 },
          ],
          SYSTEM
        ),
      'Ya hay una fila con este tipo e importe.'
    )
    await saveApprovalPolicies(siteId, [{ ...step, kind: 'invoice', required: 3 }], SYSTEM)

    const asked = { siteId, amountMinor: 900_000 }
    assert.equal((await requiredApprovals({ ...asked, kind: 'invoice' })).required, 3)
    assert.equal((await requiredApprovals({ ...asked, kind: 'payment_supplier' })).required, 2)
  })
})
