import { test } from '@japa/runner'
import { readFileBytes } from '#app/files/store_file'
import { execute, rows } from '#app/kernel/database/sql'
import { readPain001 } from '#app/payments/files/read_pain001'
import { releaseOrders } from '#app/payments/release/release_orders'
import { makeApprovedOrders } from '#tests/factories/approved_orders'

const ORDERS = 10_000
const [DISPUTED, LISTED, UNAPPROVED] = [1_234, 5_678, 9_012]

type Order = { id: number; number: string; endToEndId: string; iban: string; sourceId: number }

/** In the order of the keys. */
const ordersOf = (ids: readonly number[]) =>
  rows<Order>(
    `select id, number, end_to_end_id, creditor_iban as iban, source_id from payment_orders where id = any(:ids::bigint[]) order by id`,
    { ids }
  )

async function transfersIn(batchIds: readonly number[]): Promise<string[]> {
  const files = await rows<{ storageKey: string }>(
    `select f.storage_key from payment_batches b join files f on f.id = b.file_id where b.id = any(:batchIds::bigint[]) order by b.id`,
    { batchIds }
  )
  const texts = await Promise.all(
    files.map(async (file) => new TextDecoder().decode(await readFileBytes(file)))
  )
  return texts.flatMap((text) =>
    readPain001(text).blocks.flatMap(({ transfers }) => transfers.map(({ endToEndId }) => endToEndId ?? ''))
  )
}

test.group('Ten thousand payments in one release', () => {
  test('those that no longer hold are named, each with its reason, and every other is in a file once', async ({
    assert,
  }) => {
    const { orderIds, person } = await makeApprovedOrders(ORDERS)
    const orders = await ordersOf(orderIds)
    const [disputed, listed, unapproved] = [orders[DISPUTED], orders[LISTED], orders[UNAPPROVED]]
    await execute(`update invoices set status = 'disputed' where id = :id`, { id: disputed?.sourceId })
    await execute(
      `insert into iban_blacklist (pattern_type, value, severity, reason, comment) values ('iban', :iban, 'block', 'fraude', 'Cuenta de prueba')`,
      { iban: listed?.iban }
    )
    await execute(
      `update approval_decisions set revoked_at = now() where id = (select max(id) from approval_decisions where document_type = 'payment_order' and document_id = :id)`,
      { id: unapproved?.id }
    )

    const { released, heldBack, batchIds } = await releaseOrders(orderIds, person.actor)

    const reasons = new Map(heldBack.map(({ number, reason }) => [number, reason]))
    const toListed = orders.filter(({ iban }) => iban === listed?.iban)
    assert.match(reasons.get(disputed?.number ?? '') ?? '', /en disputa/)
    assert.match(reasons.get(unapproved?.number ?? '') ?? '', /Falta una aprobación/)
    for (const { number } of toListed) assert.match(reasons.get(number) ?? '', /lista negra/)
    assert.lengthOf(heldBack, toListed.length + 2)
    assert.equal(released, ORDERS - heldBack.length)
    const expected = orders.filter(({ number }) => !reasons.has(number)).map(({ endToEndId }) => endToEndId)
    assert.deepEqual((await transfersIn(batchIds)).toSorted(), expected.toSorted())
  }).timeout(120_000)
})
