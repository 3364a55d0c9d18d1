import type { SessionData } from '@adonisjs/session/types'
import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import { openBankAccount } from '#app/accounts/actions/open_bank_account'
import { SYSTEM } from '#app/audit/record_event'
import { execute, oneRow } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { createOrder } from '#app/payments/kinds/supplier/create_orders'
import Provider from '#app/providers/models/provider'
import { makeIban, makeSite } from '#tests/factories/books'
import { makeProvider } from '#tests/factories/documents'
import { makeUser } from '#tests/factories/people'
import { makeBookedInvoice, makeTreasury } from '#tests/factories/sent_payments'
import { makeSignedIn } from '#tests/factories/sign_in'

/** Sends «Datos» as the page does, with some of its fields changed. Gives the first error by field. */
async function save(client: ApiClient, session: SessionData, id: number, changes: object) {
  const provider = await Provider.findOrFail(id)
  const response = await client
    .put(`/providers/${id}`)
    .withSession(session)
    .withCsrfToken()
    .redirects(0)
    .header('referer', `/providers/${id}/edit`)
    .header('x-inertia', 'true')
    .json({
      legal_name: provider.legalName,
      tax_id_type: provider.taxIdType,
      tax_id: provider.taxId,
      country: provider.country,
      kind: provider.kind,
      ledger_prefix: provider.ledgerPrefix,
      site_id_if_group: provider.siteIdIfGroup,
      default_payer_site_id: provider.defaultPayerSiteId,
      default_bank_account_id: provider.defaultBankAccountId,
      vat_regime: provider.vatRegime,
      excluded_from_347: provider.excludedFrom347,
      payment_terms_days: provider.paymentTermsDays,
      payment_method: provider.paymentMethod,
      lock_version: provider.lockVersion,
      ...changes,
    })
  const { inputErrorsBag: errors = {} } = response.flashMessages() as {
    inputErrorsBag?: Record<string, string[]>
  }
  return { status: response.status(), errors }
}

test.group('Companies of the group and suppliers', () => {
  test('a company of the group is one supplier, by its NIF, and what is owed to it goes to 403', async ({
    client,
    assert,
  }) => {
    const senior = await makeSignedIn('superC0ntab1l1dad')
    const approver = await makeSignedIn('aprobador')
    const [seller, buyer] = [await makeSite(), await makeTreasury()]
    const { taxId, name } = await oneRow<{ taxId: string; name: string }>(
      `select tax_id::text, legal_name as name from sites where id = :siteId`,
      { siteId: seller.siteId }
    )
    const { id } = buyer.provider
    const link = { kind: 'group_company', ledger_prefix: '403', site_id_if_group: seller.siteId }
    const send = (changes: object) => save(client, senior.session, id, changes)

    const asTrade = await send({ ...link, ledger_prefix: '400' })
    const asSupplier = await send({ ...link, kind: 'supplier' })
    const ofAnother = await send(link)
    assert.match(asTrade.errors.ledger_prefix?.[0] ?? '', /va a la cuenta 403/)
    assert.match(asSupplier.errors.site_id_if_group?.[0] ?? '', /tipo «Empresa del grupo»/)
    assert.match(ofAnother.errors.site_id_if_group?.[0] ?? '', /^El NIF del proveedor no es el de /)

    assert.deepEqual((await send({ ...link, tax_id: taxId })).errors, {})
    const invoice = await makeBookedInvoice(buyer, 'G-1')
    const { code } = await oneRow<{ code: string }>(
      `select a.code from journal_lines l join ledger_accounts a on a.id = l.account_id where l.id = :id`,
      { id: invoice.journalLineId }
    )
    assert.match(code, /^403/)

    const second = await makeProvider(await makeUser('superC0ntab1l1dad'))
    const twice = await save(client, senior.session, second.id, link)
    assert.match(twice.errors.site_id_if_group?.[0] ?? '', new RegExp(`^${name} ya es el proveedor P`))
    await assert.rejects(
      () =>
        execute(`update providers set site_id_if_group = :siteId where id = :id`, {
          siteId: buyer.siteId,
          id: second.id,
        }),
      /providers_group_company/
    )

    const [page, site] = [
      await client.get(`/providers/${id}/edit`).withSession(approver.session).withInertia(),
      await client.get(`/sites/${seller.siteId}/edit`).withSession(approver.session).withInertia(),
    ]
    const { companies } = page.inertiaProps as { companies: { groupSite: object } }
    const { supplier } = site.inertiaProps as { supplier: { id: number } }
    assert.containsSubset(companies.groupSite, { id: seller.siteId, canOpen: true })
    assert.equal(supplier.id, id)
  })

  test('the account that pays a supplier as a rule is proposed in its company, and only there', async ({
    client,
    assert,
  }) => {
    const senior = await makeSignedIn('superC0ntab1l1dad')
    const [near, far] = [await makeTreasury(), await makeTreasury()]
    const other = await openBankAccount(
      {
        siteId: near.siteId,
        name: 'Cuenta de proveedores',
        kind: 'bank',
        providerCode: 'sepa_file',
        currency: 'EUR',
        iban: makeIban(),
        holderName: 'Empresa de prueba',
        openedOn: calendarDate('2025-01-01'),
        openingBalanceMinor: 1_000_000,
        isPayerDefault: false,
      },
      SYSTEM
    )
    const { id } = near.provider
    const payer = { default_payer_site_id: near.siteId, default_bank_account_id: other }
    const send = (changes: object) => save(client, senior.session, id, changes)

    const foreign = await send({ ...payer, default_bank_account_id: far.accountId })
    assert.match(foreign.errors.default_bank_account_id?.[0] ?? '', /no es de esa empresa/)
    assert.deepEqual((await send(payer)).errors, {})

    const invoice = await makeBookedInvoice(near, 'H-1')
    const elsewhere = await makeBookedInvoice({ ...far, provider: near.provider }, 'H-2')
    const [usual, fallback] = [
      await createOrder({ invoiceId: invoice.id }, near.person.actor),
      await createOrder({ invoiceId: elsewhere.id }, near.person.actor),
    ]
    assert.deepEqual([usual.debtorAccountId, fallback.debtorAccountId], [other, far.accountId])
  })

  test('who does not work with a company neither chooses it nor loses it', async ({ client, assert }) => {
    const senior = await makeSignedIn('superC0ntab1l1dad')
    const near = await makeTreasury()
    const limited = await makeSignedIn('c0ntab1l1dad', { siteIds: [(await makeSite()).siteId] })
    const { id } = near.provider
    const payer = { default_payer_site_id: near.siteId, default_bank_account_id: near.accountId }

    const refused = await save(client, limited.session, id, payer)
    await save(client, senior.session, id, payer)
    const page = await client.get(`/providers/${id}/edit`).withSession(limited.session).withInertia()
    const { companies } = page.inertiaProps as {
      companies: {
        payerSites: { id: number; name: string }[]
        payerAccounts: { id: number; name: string }[]
      }
    }
    const kept = await save(client, limited.session, id, { city: 'Sevilla' })

    assert.equal(refused.status, 404)
    assert.equal(companies.payerSites.find(({ id: key }) => key === near.siteId)?.name, 'De otra empresa')
    assert.equal(
      companies.payerAccounts.find(({ id: key }) => key === near.accountId)?.name,
      'De otra empresa'
    )
    assert.deepEqual(kept.errors, {})
    const provider = await Provider.findOrFail(id)
    assert.deepEqual([provider.city, provider.defaultBankAccountId], ['Sevilla', near.accountId])
  })
})
