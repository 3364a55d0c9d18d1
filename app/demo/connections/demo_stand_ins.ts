import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PlayedBank } from '#app/banking/bank_provider'
import { ALL_BANKS } from '#app/banking/providers/all_banks'
import { type StandIn, serveStandIn } from '#app/connectors/stand_in/stand_in_server'
import { aeatStandIn } from '#app/issuing/aeat/stand_in/aeat_stand_in'
import env from '#start/env'

/** What the demo keeps of a service that it plays: `dump` is what the service remembers, `port` where it was last. */
export type DemoMemory = {
  /** Of its file: `qonto-hotel`. */
  key: string
  provider: string
  port: number
  connectorId: number | null
  /** What its connection is made with, to make it anew at another address. */
  credentials: Record<string, string>
  dump: string
}

export type PlayedService = PlayedBank & {
  memory: DemoMemory
  url: string
  keep: () => void
  close: () => Promise<void>
}

/** Below those that the system gives away by itself. */
const FIRST_PORT = 24_710
const PORTS = 40
const SLOW_MS = 65_000
const folder = () => join(env.get('DATA_DIR'), 'demo-connections')

/** Starts a service on this machine alone: at its port of before, or at the next that is free. */
export async function playService(memory: DemoMemory): Promise<PlayedService> {
  const { standIn, consentCode, settings } = await makePlayed(memory.provider)
  standIn.remember(memory.dump)
  const keep = () => {
    const dump = standIn.dump()
    if (dump === memory.dump && existsSync(fileOf(memory))) return
    memory.dump = dump
    write(memory)
  }
  const { url, close } = await serveSomewhere(rememberingAll(standIn, keep), memory.port)
  return { memory, standIn, url, consentCode, settings, keep, close }
}

/** Those that the demo has played so far. */
export function rememberedServices(): DemoMemory[] {
  if (!existsSync(folder())) return []
  return readdirSync(folder())
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => JSON.parse(readFileSync(join(folder(), name), 'utf8')) as DemoMemory)
}

/** Notes where it is and which connection leads to it. */
export function noteService({ memory, url }: PlayedService, connectorId: number): void {
  Object.assign(memory, { port: Number(new URL(url).port), connectorId })
  write(memory)
}

/** As its bank plays it; a bank more is played without a word here. */
async function makePlayed(provider: string): Promise<PlayedBank> {
  if (provider === 'aeat') return { standIn: aeatStandIn(), consentCode: () => null, settings: () => ({}) }
  const played = ALL_BANKS.find(({ connector }) => connector.code === provider)?.played
  if (!played) throw new Error(`The demo plays no ${provider}`)
  return played()
}

/** What has been asked for is remembered before it is answered: a service loses nothing when its machine does. */
function rememberingAll(standIn: StandIn, keep: () => void): StandIn {
  const routes = standIn.routes.map((route) =>
    route.method === 'GET'
      ? route
      : {
          ...route,
          handle: async (request: Parameters<typeof route.handle>[0]) => {
            const answer = await route.handle(request)
            keep()
            return answer
          },
        }
  )
  return { ...standIn, routes }
}

async function serveSomewhere(standIn: StandIn, wanted: number) {
  // Others that the demo plays keep their ports, whoever starts first.
  const kept = new Set(rememberedServices().map(({ port }) => port))
  const others = Array.from({ length: PORTS }, (_, at) => FIRST_PORT + at).filter((port) => !kept.has(port))
  for (const port of wanted === 0 ? others : [wanted, ...others])
    try {
      return await serveStandIn(standIn, { port, slowMs: SLOW_MS })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    }
  throw new Error(`No port from ${FIRST_PORT} on is free`)
}

const fileOf = ({ key }: DemoMemory) => join(folder(), `${key}.json`)

/** Whole or not at all: the process may end at any moment. */
function write(memory: DemoMemory): void {
  mkdirSync(folder(), { recursive: true })
  const file = fileOf(memory)
  writeFileSync(`${file}.new`, JSON.stringify(memory), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
