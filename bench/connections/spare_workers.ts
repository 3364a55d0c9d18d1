import { type ChildProcess, fork } from 'node:child_process'

/** How many have booted and wait: the start is not what is measured. */
const SPARE = 2

/** Processes that have booted and wait to be told what to do, so that each round begins with one at once. */
export class SpareWorkers {
  private readonly spare: Promise<ChildProcess>[]

  constructor(private readonly file: string) {
    this.spare = Array.from({ length: SPARE }, () => start(file))
  }

  async next(): Promise<ChildProcess> {
    const worker = await this.spare.shift()
    this.spare.push(start(this.file))
    if (!worker) throw new Error('There is no worker')
    return worker
  }

  async end(): Promise<void> {
    for (const worker of await Promise.all(this.spare)) worker.kill('SIGKILL')
  }
}

async function start(file: string): Promise<ChildProcess> {
  const child = fork(file, [], { execArgv: ['--import=@poppinss/ts-exec'], env: process.env })
  await new Promise((ready, failed) => {
    child.once('message', ready)
    child.once('exit', () => failed(new Error('The worker did not start')))
  })
  return child
}

export async function killAtOnce(child: ChildProcess): Promise<void> {
  const gone = new Promise((done) => child.once('exit', done))
  child.kill('SIGKILL')
  await gone
}
