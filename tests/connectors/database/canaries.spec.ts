import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { completeConsent } from '#app/connectors/actions/complete_consent'
import { startConsent } from '#app/connectors/actions/start_consent'
import { testConnector } from '#app/connectors/actions/test_connector'
import { openClient } from '#app/connectors/client/open_client'
import { receiveWebhook } from '#app/connectors/webhooks/receive_webhook'
import { subscribe } from '#app/connectors/webhooks/subscribe'
import { execute, rows } from '#app/kernel/database/sql'
import { connectTo, newsSignature, startProbeBank } from '#tests/factories/connectors'

/** Every secret of the probe bank has it in it. */
const CANARY = 'canario'

test.group('Secrets of connections', (group) => {
  let folder: string
  const former = process.env.CONNECTOR_RECORD
  group.setup(() => {
    folder = mkdtempSync(join(tmpdir(), 'caudal-record-'))
    return () => {
      if (former === undefined) delete process.env.CONNECTOR_RECORD
      else process.env.CONNECTOR_RECORD = former
      rmSync(folder, { recursive: true })
    }
  })

  test('stand in no log, record, event, mail or column in the clear', async ({ assert }) => {
    const record = join(folder, 'record.jsonl')
    process.env.CONNECTOR_RECORD = record
    const bank = await startProbeBank({ withTokens: true })
    const { id, person, webhookToken } = await connectTo(bank)
    const state = new URL(await startConsent(id, person.actor)).searchParams.get('state') ?? ''
    await completeConsent({ state, code: 'codigo-canario-1', error: null }, person.actor)
    await testConnector(id, person.actor)
    await subscribe(id)
    bank.faults.plan('things.list', 'expired_token')
    await (await openClient(id)).ask({
      method: 'GET',
      path: '/things',
      query: { 'iban[]': ['ES9121000418450200051332'] },
    })
    bank.faults.plan('tokens.create', 'half_page')
    await execute(`update connectors set access_renew_at = now() - interval '1 second' where id = :id`, {
      id,
    })
    await (await openClient(id)).ask({ method: 'GET', path: '/things' }).catch(() => null)
    const raw = JSON.stringify({ id: 'E-1', type: 'thing', object: 'T-1' })
    await receiveWebhook({
      provider: bank.code,
      token: webhookToken,
      raw,
      headers: { 'x-probe-signature': newsSignature(raw, bank.secret) },
    })
    bank.faults.plan('*', 'expired_token', 50)
    await (await openClient(id)).ask({ method: 'GET', path: '/things' }).catch(() => null)
    await bank.close()

    const written = await rows<{ whole: string }>(
      `select to_jsonb(x)::text as whole from connector_calls x where connector_id = :id
        union all select to_jsonb(x)::text from audit_events x where object_type = 'connector' and object_id = :id
        union all select to_jsonb(x)::text from outgoing_mails x where object_type = 'connector' and object_id = :id
        union all select to_jsonb(x)::text from webhook_events x where connector_id = :id
        union all select to_jsonb(x)::text from job_runs x where object_type = 'connector' and object_id = :id
        union all select to_jsonb(x)::text from connectors x where id = :id`,
      { id }
    )
    const lines = readFileSync(record, 'utf8').trim().split('\n')

    assert.isAbove(written.length, 12)
    assert.isAbove(lines.length, 8)
    for (const text of [...written.map(({ whole }) => whole), ...lines]) {
      assert.notInclude(text, CANARY)
    }
    for (const { whole } of written) assert.notInclude(whole, 'ES9121000418450200051332')
  }).timeout(30_000)
})
