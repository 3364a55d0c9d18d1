import { generateKeyPairSync } from 'node:crypto'
import { QONTO_STAND_IN_CREDENTIALS } from '#app/banking/providers/qonto/stand_in/state'
import { seedRevolut } from '#app/banking/providers/revolut/stand_in/seed'
import { seedWise } from '#app/banking/providers/wise/stand_in/seed_wise'
import { PERSONAL_TOKEN } from '#app/banking/providers/wise/stand_in/wise_state'
import { yearAtWise } from '#app/banking/providers/wise/stand_in/wise_year'
import { pauseConnector } from '#app/connectors/actions/pause_connector'
import { connectDemo, type DemoConnection } from '#app/demo/connections/connect_demo'
import { createDemoBeneficiaries } from '#app/demo/connections/demo_beneficiaries'
import type { PlayedService } from '#app/demo/connections/demo_stand_ins'
import { linkDemoAccounts } from '#app/demo/connections/link_demo_accounts'
import { qontoYear } from '#app/demo/connections/qonto_year'
import type { DemoSite } from '#app/demo/group/demo_sites'
import type { DemoUsers } from '#app/demo/group/demo_users'
import { ibanFromCcc } from '#app/kernel/identifiers/iban'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

const REVOLUT_MOVEMENTS = 420
const REVOLUT_EUR_MINOR = 18_450_000
const [HOTEL_MINOR, RESTAURANT_MINOR] = [9_650_000, 5_420_000]
const QONTO_BANK = '68880001'

/**
 * Connections of the group with Qonto, Revolut and Wise, which the demo plays by itself: each with a year of movements and
 * its accounts here, read once. One is paused, for the start page to tell.
 */
export async function createDemoConnections(
  sites: DemoSite[],
  users: DemoUsers,
  day: CalendarDate
): Promise<void> {
  const [, hotel, city, restaurant, apartments] = sites
  if (!hotel || !city || !restaurant || !apartments) return
  const [system, senior] = [users.system, users.senior].map((userId) => ({ userId, kind: 'user' as const }))
  if (!system || !senior) return
  const connections = [
    qontoOfHotel(hotel, day),
    qontoOfRestaurant(restaurant, day),
    revolutOf(city, day),
    wiseOf(apartments, day),
  ]
  const services: PlayedService[] = []
  for (const connection of connections) {
    const { service, connectorId } = await connectDemo(connection, system)
    await linkDemoAccounts({ connectorId, connection, actor: senior, day })
    if (connection.key === 'qonto-hotel') await createDemoBeneficiaries(connectorId, connection.site, users)
    if (connection.key === 'qonto-restaurante')
      await pauseConnector(connectorId, 'Cambio de apoderado en Qonto', system)
    service.keep()
    services.push(service)
  }
  for (const { close } of services) await close()
}

/** By key and by consent: it reads, pays and makes payees. */
const qontoOfHotel = (site: DemoSite, day: CalendarDate): DemoConnection => {
  const main = { iban: ibanFromCcc(`${QONTO_BANK}0000418701`) ?? '', openingMinor: HOTEL_MINOR }
  return {
    key: 'qonto-hotel',
    provider: 'qonto',
    site,
    label: 'Qonto Hotel Bahía Serena',
    credentials: { ...QONTO_STAND_IN_CREDENTIALS },
    openingMinor: HOTEL_MINOR,
    makeDump: () => qontoYear({ day, main, quiet: 1, seed: 418, name: site.legalName, slug: 'bahia-serena' }),
  }
}

/** By key alone: it reads. */
const qontoOfRestaurant = (site: DemoSite, day: CalendarDate): DemoConnection => {
  const { login, secretKey } = QONTO_STAND_IN_CREDENTIALS
  const main = { iban: ibanFromCcc(`${QONTO_BANK}0000600702`) ?? '', openingMinor: RESTAURANT_MINOR }
  return {
    key: 'qonto-restaurante',
    provider: 'qonto',
    site,
    label: 'Qonto Puerta del Carmen',
    credentials: { login, secretKey },
    openingMinor: RESTAURANT_MINOR,
    makeDump: () =>
      qontoYear({ day, main, quiet: 2, seed: 600, name: site.legalName, slug: 'puerta-carmen' }),
  }
}

const revolutOf = (site: DemoSite, day: CalendarDate): DemoConnection => ({
  key: 'revolut',
  provider: 'revolut',
  site,
  label: 'Revolut Gran Albufera',
  credentials: { clientId: 'caudal-demo', issuer: 'caudal.demo', privateKey: newKey() },
  openingMinor: REVOLUT_EUR_MINOR,
  makeDump: () => seedRevolut({ movements: REVOLUT_MOVEMENTS, until: midnight(day) }),
})

const wiseOf = (site: DemoSite, day: CalendarDate): DemoConnection => {
  const year = yearAtWise(midnight(day))
  return {
    key: 'wise',
    provider: 'wise',
    site,
    label: 'Wise Maspalomas Sol',
    credentials: { token: PERSONAL_TOKEN },
    openingMinor: year.balances.find(({ currency }) => currency === 'EUR')?.openingMinor ?? 0,
    makeDump: () =>
      JSON.stringify({
        state: seedWise({
          ...year,
          profile: { businessName: site.legalName, registrationNumber: site.taxId },
        }),
        aheadSeconds: 0,
      }),
  }
}

const midnight = (day: CalendarDate) => new Date(`${day}T00:00:00.000Z`)

const newKey = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  }).privateKey
