import { createHmac } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { registerGateway } from '#app/payments/gateway/gateways'
import { SANDBOX, sandboxGateway, signatureOf } from '#app/payments/gateway/sandbox_gateway'
import { serveSandboxBank } from '#app/payments/sandbox_bank/bank_server'
import { type BankNotice, SandboxBank } from '#app/payments/sandbox_bank/sandbox_bank'
import env from '#start/env'

const SETTLE_MS = 45_000
const TELL_MS = 1_500
const SLOW_MS = 65_000

/** Only this installation knows it: what the demo bank tells is signed like a real bank's. */
const secret = () => createHmac('sha256', env.get('APP_KEY').release()).update('demo-bank').digest('hex')
const memory = () => join(env.get('DATA_DIR'), 'demo-bank.json')

/**
 * The bank of the demo, on this machine alone: takes payments by network, executes them after a while, tells about it
 * by notifications, and does wrong what the cents of an amount ask for. It remembers over restarts.
 */
export async function runDemoBank(): Promise<void> {
  const bank = await openDemoBank(tell)
  setInterval(() => {
    bank.work()
    keep(bank)
  }, SETTLE_MS).unref()
}

/** Opens it for this process and connects the accounts that pay through it. */
export async function openDemoBank(told: (notice: BankNotice) => void = () => {}): Promise<SandboxBank> {
  const bank = new SandboxBank()
  if (existsSync(memory())) bank.remember(readFileSync(memory(), 'utf8'))
  bank.tell = (notice) => {
    keep(bank)
    told(notice)
  }
  const { url } = await serveSandboxBank(bank, { slowMs: SLOW_MS })
  const gateway = sandboxGateway({ url, secret: secret() })
  registerGateway(SANDBOX, async () => gateway)
  return bank
}

function keep(bank: SandboxBank): void {
  mkdirSync(dirname(memory()), { recursive: true })
  writeFileSync(memory(), bank.dump())
}

/** Banks tell late and over the network; what does not arrive is asked for. */
function tell(notice: BankNotice): void {
  const raw = JSON.stringify(notice)
  const seconds = Math.floor(Date.now() / 1000)
  const headers = {
    'content-type': 'application/json',
    'x-sandbox-signature': `t=${seconds},v1=${signatureOf(secret(), seconds, raw)}`,
  }
  const url = `http://127.0.0.1:${env.get('PORT')}/webhooks/${SANDBOX}`
  setTimeout(() => {
    fetch(url, { method: 'POST', headers, body: raw }).catch((error: unknown) =>
      process.stderr.write(`demo bank: ${String(error)}\n`)
    )
  }, TELL_MS).unref()
}
