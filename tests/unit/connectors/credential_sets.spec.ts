import { test } from '@japa/runner'
import { qonto } from '#app/banking/providers/qonto/provider'
import { wise } from '#app/banking/providers/wise/provider'
import { mergeCredentials } from '#app/connectors/credentials/credential_fields'
import { isDomainError } from '#app/kernel/domain_error'

const refusalOf = (merge: () => unknown) => {
  try {
    merge()
  } catch (error) {
    if (isDomainError(error)) return { field: error.field, message: error.message }
    throw error
  }
  return null
}

test.group('Credentials that go together', () => {
  test('a connection without any is refused, with what it may be', ({ assert }) => {
    assert.deepEqual(
      refusalOf(() => mergeCredentials(qonto.connector, {})),
      {
        field: 'credentials.login',
        message:
          'Introduzca «Identificador» y «Clave secreta», o bien «Identificador de cliente OAuth» y «Secreto de cliente OAuth».',
      }
    )
    assert.equal(
      refusalOf(() => mergeCredentials(wise.connector, { token: ' ' }))?.field,
      'credentials.token'
    )
  })

  test('half of a set is refused at what is missing, beside a whole one too', ({ assert }) => {
    const keys = { login: 'org-1', secretKey: 'clave' }
    assert.equal(
      refusalOf(() => mergeCredentials(qonto.connector, { login: 'org-1' }))?.field,
      'credentials.secretKey'
    )
    assert.equal(
      refusalOf(() => mergeCredentials(qonto.connector, { ...keys, clientId: 'app' }))?.field,
      'credentials.clientSecret'
    )
    assert.isNull(refusalOf(() => mergeCredentials(qonto.connector, keys)))
  })

  test('a field left empty keeps what its set has', ({ assert }) => {
    const former = { login: 'org-1', secretKey: 'clave' }
    assert.deepEqual(mergeCredentials(qonto.connector, { secretKey: 'otra' }, former), {
      login: 'org-1',
      secretKey: 'otra',
    })
  })
})
