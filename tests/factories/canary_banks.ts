import { generateKeyPairSync } from 'node:crypto'
import { qontoStandIn } from '#app/banking/providers/qonto/stand_in/qonto_stand_in'
import { seedQonto } from '#app/banking/providers/qonto/stand_in/seed'
import { revolutStandIn } from '#app/banking/providers/revolut/stand_in/revolut_stand_in'
import { seedRevolut } from '#app/banking/providers/revolut/stand_in/seed'
import { seedWise } from '#app/banking/providers/wise/stand_in/seed_wise'
import { wiseStandIn } from '#app/banking/providers/wise/stand_in/wise_stand_in'
import { type StandIn, serveStandIn } from '#app/connectors/stand_in/stand_in_server'
import { makeIban } from '#tests/factories/books'
import type { Needle } from '#tests/factories/needles'

/** A bank played here whose secrets are like no other text, and all of them that it has given or was given so far. */
export type CanaryBank = {
  provider: 'qonto' | 'revolut' | 'wise'
  standIn: StandIn
  url: string
  iban: string
  credentials: Record<string, string>
  settings: Record<string, unknown>
  consentCode: (() => string) | null
  secrets: () => Needle[]
}

const OPENING_MINOR = 90_000_000

/** The three of them, until the test is over. */
export async function playCanaryBanks(cleanup: (end: () => Promise<void>) => void): Promise<CanaryBank[]> {
  const banks: CanaryBank[] = []
  for (const { standIn, ...rest } of [qontoBank(), revolutBank(), wiseBank(), wisePartner()]) {
    const { url, close } = await serveStandIn(standIn, { slowMs: 50 })
    cleanup(close)
    banks.push({ ...rest, standIn, url })
  }
  return banks
}

type Made = Omit<CanaryBank, 'url'>

const needles = (what: string, texts: readonly (string | null | undefined)[]): Needle[] =>
  texts.flatMap((text) => (text ? [{ what, text }] : []))

function qontoBank(): Made {
  const iban = makeIban()
  const standIn = qontoStandIn(
    seedQonto({ accounts: [{ iban, name: 'Cuenta principal', openingMinor: OPENING_MINOR }], movements: [] })
  )
  const credentials = {
    login: 'empresa-qonto-4821',
    secretKey: 'canario+clave/qonto=7f31b0',
    clientId: 'caudal-qonto',
    clientSecret: 'canario&secreto de cliente qonto 55d2',
  }
  standIn.state.credentials = credentials
  const codes: string[] = []
  const given = new Set<string>()
  return {
    provider: 'qonto',
    standIn,
    iban,
    credentials,
    settings: {},
    consentCode: () => {
      const { code = '' } = (standIn.acts.consent?.({}) ?? {}) as { code?: string }
      codes.push(code)
      return code
    },
    secrets: () => {
      for (const { access, refresh } of standIn.state.tokens)
        for (const token of [access, refresh]) given.add(token)
      return [
        ...needles('qonto: secret key', [credentials.secretKey]),
        ...needles('qonto: client secret', [credentials.clientSecret]),
        ...needles('qonto: consent code', codes),
        ...needles('qonto: token', [...given]),
        ...needles(
          'qonto: webhook secret',
          standIn.state.subscriptions.map(({ secret }) => secret)
        ),
      ]
    },
  }
}

function revolutBank(): Made {
  const iban = makeIban()
  const standIn = revolutStandIn({ perMinute: null })
  standIn.remember(
    seedRevolut({
      accounts: [{ name: 'Principal', currency: 'EUR', openingMinor: OPENING_MINOR, iban }],
      movements: 0,
    })
  )
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const codes: string[] = []
  const given = new Set<string>()
  return {
    provider: 'revolut',
    standIn,
    iban,
    credentials: { clientId: 'caudal-revolut', issuer: 'caudal.example', privateKey },
    settings: {},
    consentCode: () => {
      const code = standIn.consentCode()
      codes.push(code)
      return code
    },
    secrets: () => {
      const { accessTokens, refreshToken, hooks } = standIn.state()
      for (const { token } of accessTokens) given.add(token)
      if (refreshToken) given.add(refreshToken)
      return [
        ...needles('revolut: private key', [privateKey]),
        ...needles('revolut: consent code', codes),
        ...needles('revolut: token', [...given]),
        ...needles(
          'revolut: signing secret',
          hooks.flatMap(({ secrets }) => secrets.map(({ secret }) => secret))
        ),
      ]
    },
  }
}

function wiseBank(): Made {
  const token = 'canario-token-personal-de-wise-90ab'
  const { standIn, iban, profileId } = makeWise()
  standIn.state.tokens = { [token]: { kind: 'personal', expiresAt: null, isRevoked: false } }
  return {
    provider: 'wise',
    standIn,
    iban,
    credentials: { token },
    settings: { profileId, webhookPublicKey: standIn.publicKey },
    consentCode: null,
    secrets: () => needles('wise: personal token', Object.keys(standIn.state.tokens)),
  }
}

function wisePartner(): Made {
  const { standIn, iban, profileId } = makeWise(PARTNER_FIRST_ID)
  const credentials = { clientId: 'caudal-wise', clientSecret: 'canario/secreto+de=socio wise 3c' }
  standIn.state.client = { id: credentials.clientId, secret: credentials.clientSecret }
  const codes: string[] = []
  return {
    provider: 'wise',
    standIn,
    iban,
    credentials,
    settings: { profileId, isPartner: true, webhookPublicKey: standIn.publicKey },
    consentCode: () => {
      codes.push(`canario-codigo-de-wise-${codes.length + 1}`)
      return codes.at(-1) ?? ''
    },
    secrets: () => [
      ...needles('wise partner: client secret', [credentials.clientSecret]),
      ...needles('wise partner: consent code', codes),
      ...needles('wise partner: token', [
        ...Object.keys(standIn.state.tokens),
        ...standIn.state.refreshTokens,
      ]),
    ],
  }
}

/** Keys are counted, tokens with them: those of one Wise are none of the other. */
const PARTNER_FIRST_ID = 70_000_001

function makeWise(firstId?: number) {
  const iban = makeIban()
  const state = seedWise({
    balances: [{ currency: 'EUR', openingMinor: OPENING_MINOR, iban, bic: 'TRWIBEB1XXX' }],
    movements: [],
  })
  state.tokens = {}
  if (firstId !== undefined) state.nextId = firstId
  return { standIn: wiseStandIn({ state, hangMs: 50 }), iban, profileId: String(state.profile.id) }
}
