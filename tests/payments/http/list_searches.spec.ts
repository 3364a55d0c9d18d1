import { test } from '@japa/runner'
import { makeSignedIn } from '#tests/factories/sign_in'

/** Every list of a payment screen with its orders; words are looked for in each of them. */
const LISTS = [
  '/paysuppliers',
  '/paysuppliers?tab=history',
  '/paysuppliers?tab=provisions',
  '/payrecurrents',
  '/payrecurrents?sort=-amount',
  '/payrecurrents?tab=history',
  '/paypayrolls?tab=payments',
  '/paypayrolls?tab=payments&sort=employee',
  '/paypayrolls?tab=payments&sort=-amount&status[]=paid',
  '/paypayrolls?tab=buffer',
  '/payexpenses',
  '/payexpenses?tab=providers',
  '/paylegalprocedures',
]

test.group('Payment lists', () => {
  for (const path of LISTS) {
    test(`${path} is shown, and searched`, async ({ assert, client }) => {
      const { session } = await makeSignedIn('superC0ntab1l1dad', { siteIds: 'all' })

      const whole = await client.get(path).withSession(session).withInertia()
      const searched = await client
        .get(`${path}${path.includes('?') ? '&' : '?'}q=alquiler%20zzqxw`)
        .withSession(session)
        .withInertia()

      assert.equal(whole.status(), 200)
      assert.equal(searched.status(), 200)
    })
  }
})
