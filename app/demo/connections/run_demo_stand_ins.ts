import { pauseConnector } from '#app/connectors/actions/pause_connector'
import { testConnector } from '#app/connectors/actions/test_connector'
import { updateConnector } from '#app/connectors/actions/update_connector'
import { consentToDemo } from '#app/demo/connections/consent_to_demo'
import {
  type DemoMemory,
  noteService,
  type PlayedService,
  playService,
  rememberedServices,
} from '#app/demo/connections/demo_stand_ins'
import { payAtWise } from '#app/demo/connections/pay_at_wise'
import { row } from '#app/kernel/database/sql'
import env from '#start/env'

const WORK_MS = 30_000

/**
 * Qonto, Revolut and Wise as the demo plays them, on this machine alone: each goes on where it stood, does what is due and
 * tells this installation about it.
 */
export async function runDemoStandIns(): Promise<void> {
  for (const memory of rememberedServices())
    try {
      const service = await playService({ ...memory, dump: tellingHere(memory.dump) })
      await follow(service)
      setInterval(() => void work(service).catch(complainOf(memory)), WORK_MS).unref()
    } catch (error) {
      // The demo starts all the same: the connection shows that nobody answers.
      complainOf(memory)(error)
    }
}

const complainOf =
  ({ key }: DemoMemory) =>
  (error: unknown) =>
    void process.stderr.write(`${key} (demo): ${String(error)}\n`)

async function work({ standIn, keep }: PlayedService): Promise<void> {
  payAtWise(standIn)
  await standIn.work()
  keep()
}

/** This installation may listen at another address than the last time. */
const tellingHere = (dump: string): string =>
  dump.replaceAll(/"https?:\/\/[^"/]+(\/webhooks\/[a-z]+\/)/g, `"http://127.0.0.1:${env.get('PORT')}$1`)

type Found = {
  id: number
  label: string
  status: string
  statusReason: string | null
  baseUrl: string
  lockVersion: number
}

/** Where its port was taken, its connection is led to the new one: with its credentials, as a person would. */
async function follow(service: PlayedService): Promise<void> {
  const { memory, url, standIn } = service
  const found = await row<Found & { userId: number }>(
    `select c.id, c.label, c.status, c.status_reason, c.base_url, c.lock_version, u.id as user_id from connectors c
       join users u on u.email = 'sonia@demo.caudal.test' where c.id = :id and c.environment = 'sandbox_local' and c.status <> 'disabled'`,
    { id: memory.connectorId ?? 0 }
  )
  if (!found || found.baseUrl === url) return
  standIn.remember(withoutSubscriptions(memory))
  const actor = { userId: found.userId, kind: 'user' as const }
  const { id, label, lockVersion } = found
  const { credentials } = memory
  await updateConnector(
    id,
    { label, environment: 'sandbox_local', baseUrl: url, credentials, lockVersion },
    actor
  )
  await testConnector(id, actor)
  await consentToDemo(service, { connectorId: id, actor })
  if (found.status === 'paused') await pauseConnector(id, found.statusReason, actor)
  noteService(service, id)
}

type Subscribed = { subscriptions?: unknown[]; hooks?: unknown[]; state?: Subscribed }

/** Subscriptions of the former address are none of ours any more; new ones are made when the connection works again. */
function withoutSubscriptions({ dump }: DemoMemory): string {
  const told = JSON.parse(dump) as Subscribed
  for (const one of [told, told.state ?? {}]) {
    if (one.subscriptions) one.subscriptions = []
    if (one.hooks) one.hooks = []
  }
  return JSON.stringify(told)
}
