import type { SessionData } from '@adonisjs/session/types'
import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import { acceptRequest, requestProvider } from '#app/expenses/actions/provider_requests'
import { execute, oneRow } from '#app/kernel/database/sql'
import { deleteProvider } from '#app/providers/actions/move_provider'
import { makeIban } from '#tests/factories/books'
import { makeProvider } from '#tests/factories/documents'
import { makeUser } from '#tests/factories/people'
import { makeSignedIn } from '#tests/factories/sign_in'
import { makeDni } from '#tests/factories/staff'
import { tinyPdf } from '#tests/reading/tiny_pdf'

let made = 0
const certificate = () => Buffer.from(tinyPdf([`Certificado de titularidad ${process.pid} ${++made}`]))

type Key = { id: number; bankId: number }
type Sent = { session: SessionData; method: string; file?: { bytes: Buffer; name: string } }

/** Verifies an account as the dialog does, the identity confirmed a moment ago. */
async function verify(client: ApiClient, { id, bankId }: Key, { session, method, file }: Sent) {
  await execute(`update user_sessions set step_up_at = now() where user_id = :userId`, {
    userId: session.auth_web as number,
  })
  const request = client
    .post(`/providers/${id}/banks/${bankId}/verification`)
    .withSession(session)
    .withCsrfToken()
    .redirects(0)
    .header('referer', `/providers/${id}/edit`)
    .header('accept', 'text/html')
    .field('method', method)
  if (file) request.file('file', file.bytes, { filename: file.name })
  const response = await request
  const { inputErrorsBag: errors = {} } = response.flashMessages() as {
    inputErrorsBag?: Record<string, string[]>
  }
  return errors.file?.[0] ?? null
}

const bankOf = (bankId: number) =>
  oneRow<{ verification: string; method: string | null; evidence: string | null }>(
    `select b.verification, b.verification_method as method, f.name as evidence from provider_banks b left join files f on f.id = b.evidence_file_id where b.id = :bankId`,
    { bankId }
  )

test.group('The certificate of an account', () => {
  test('who verifies by a certificate attaches it, and who may see whole accounts takes it, on record', async ({
    client,
    assert,
  }) => {
    const provider = await makeProvider(await makeUser('superC0ntab1l1dad'), { isPayable: false })
    const senior = await makeSignedIn('superC0ntab1l1dad')
    const bytes = certificate()

    const without = await verify(client, provider, { session: senior.session, method: 'certificate' })
    const text = await verify(client, provider, {
      session: senior.session,
      method: 'certificate',
      file: { bytes: Buffer.from('Soy el titular'), name: 'certificado.pdf' },
    })
    const before = await bankOf(provider.bankId)
    const done = await verify(client, provider, {
      session: senior.session,
      method: 'certificate',
      file: { bytes, name: 'certificado.pdf' },
    })

    assert.equal(without, 'Adjunte el certificado de titularidad que ha comprobado.')
    assert.equal(text, 'Formato no admitido: use PDF, JPG, PNG o WebP.')
    assert.deepEqual(before, { verification: 'unverified', method: null, evidence: null })
    assert.isNull(done)
    assert.deepEqual(await bankOf(provider.bankId), {
      verification: 'verified',
      method: 'certificate',
      evidence: 'certificado.pdf',
    })

    const at = `/providers/${provider.id}/banks/${provider.bankId}/evidence`
    const approver = await makeSignedIn('aprobador')
    const accountant = await makeSignedIn('c0ntab1l1dad')
    const taken = await client.get(at).withSession(approver.session)
    const refused = await client.get(at).withSession(accountant.session)
    const other = await makeProvider(await makeUser('superC0ntab1l1dad'))
    const foreign = await client
      .get(`/providers/${other.id}/banks/${provider.bankId}/evidence`)
      .withSession(approver.session)

    taken.assertStatus(200)
    assert.equal(taken.header('content-type'), 'application/pdf')
    assert.match(taken.header('content-disposition') ?? '', /^attachment; filename="certificado.pdf"/)
    refused.assertStatus(403)
    foreign.assertStatus(404)
    const { looks } = await oneRow<{ looks: number }>(
      `select count(*)::int as looks from audit_events where object_type = 'provider' and object_id = :id and event = 'provider_bank.evidence_viewed' and user_id = :userId`,
      { id: provider.id, userId: approver.person.id }
    )
    assert.equal(looks, 1)
  })

  test('that of a request that was accepted goes with the account, which a second person verifies by it', async ({
    client,
    assert,
  }) => {
    const taxId = makeDni()
    await requestProvider(
      {
        name: 'Carpintería Nueva',
        country: 'ES',
        taxId,
        email: 'hola@carpinteria.example',
        phone: null,
        address: 'Calle Mayor 1, Sevilla',
        activity: null,
        iban: makeIban(),
        certificate: { name: 'titularidad.pdf', bytes: certificate() },
      },
      { userId: null, kind: 'public' }
    )
    const { requestId } = await oneRow<{ requestId: number }>(
      `select id as request_id from provider_requests where tax_id = :taxId`,
      { taxId }
    )
    const [accepter, second] = [await makeUser('superC0ntab1l1dad'), await makeSignedIn('superC0ntab1l1dad')]
    const id = await acceptRequest(requestId, accepter.actor)
    const { bankId } = await oneRow<{ bankId: number }>(
      `select id as bank_id from provider_banks where provider_id = :id`,
      { id }
    )
    const received = await bankOf(bankId)
    const page = await client.get(`/providers/${id}/edit`).withSession(second.session).withInertia()
    const { banks } = page.inertiaProps as { banks: { evidence: string | null }[] }

    assert.deepEqual(received, { verification: 'unverified', method: null, evidence: 'titularidad.pdf' })
    assert.deepEqual(
      banks.map(({ evidence }) => evidence),
      ['titularidad.pdf']
    )
    assert.isNull(await verify(client, { id, bankId }, { session: second.session, method: 'certificate' }))
    assert.deepEqual(await bankOf(bankId), {
      verification: 'verified',
      method: 'certificate',
      evidence: 'titularidad.pdf',
    })
  })

  test('a supplier without documents takes it along when it is deleted', async ({ client, assert }) => {
    const provider = await makeProvider(await makeUser('superC0ntab1l1dad'), { isPayable: false })
    const senior = await makeSignedIn('superC0ntab1l1dad')
    await verify(client, provider, {
      session: senior.session,
      method: 'certificate',
      file: { bytes: certificate(), name: 'certificado.pdf' },
    })
    const { fileId } = await oneRow<{ fileId: number }>(
      `select evidence_file_id as file_id from provider_banks where id = :bankId`,
      { bankId: provider.bankId }
    )

    await deleteProvider(provider.id, senior.person.actor)

    const { left } = await oneRow<{ left: number }>(
      `select count(*)::int as left from files where id = :fileId`,
      { fileId }
    )
    assert.equal(left, 0)
  })
})
