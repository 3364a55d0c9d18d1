import { test } from '@japa/runner'
import type { RecordAnswer } from '#app/issuing/sending/aeat_answer'
import { deliveredState } from '#app/issuing/sending/delivered_state'

const duplicate: RecordAnswer = {
  reference: '1',
  state: 'Incorrecto',
  code: 3000,
  message: 'Registro de facturación duplicado.',
  duplicate: { state: 'Correcta', code: null, message: null },
}

test.group('What the tax agency has already', () => {
  test('is ours where it may have been sent before', ({ assert }) => {
    assert.equal(deliveredState({ kind: 'alta', mayBeThere: true }, duplicate).status, 'accepted')
    assert.deepInclude(
      deliveredState(
        { kind: 'alta', mayBeThere: true },
        { ...duplicate, duplicate: { state: 'AceptadaConErrores', code: 2001, message: 'No censado' } }
      ),
      { status: 'accepted_with_errors', code: 2001 }
    )
  })

  test('is another document where it was never sent: the number was given twice', ({ assert }) => {
    const said = deliveredState({ kind: 'alta', mayBeThere: false }, duplicate)

    assert.deepInclude(said, { status: 'refused', code: 3000 })
    assert.match(said.message ?? '', /otra factura con este número/)
  })

  test('is nothing new where an anulación finds it annulled', ({ assert }) => {
    const annulled = { ...duplicate, code: 3001, duplicate: null }

    assert.equal(deliveredState({ kind: 'anulacion', mayBeThere: false }, annulled).status, 'accepted')
  })
})
