import { test } from '@japa/runner'
import { connectorAddress } from '#app/connectors/actions/connector_address'

const provider = {
  title: 'Qonto',
  addresses: { live: 'https://qonto.test/', sandbox: 'https://sandbox.test' },
}

test.group('The address of a connection', () => {
  test('is that of the provider, whatever somebody typed', ({ assert }) => {
    const baseUrl = 'https://mine.test'

    assert.equal(connectorAddress(provider, { environment: 'live', baseUrl }), 'https://qonto.test')
    assert.equal(connectorAddress(provider, { environment: 'sandbox', baseUrl }), 'https://sandbox.test')
  })

  test('of a simulator lies on this machine', ({ assert }) => {
    const at = (baseUrl: string) => connectorAddress(provider, { environment: 'sandbox_local', baseUrl })

    assert.equal(at('http://127.0.0.1:24710/'), 'http://127.0.0.1:24710')
    for (const other of ['https://mine.test', 'http://10.0.0.1', 'http://127.0.0.1.mine.test', ''])
      assert.throws(() => at(other), /simulador/)
  })
})
