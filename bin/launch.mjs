// Runs on any Node from 20 on: installs what is missing, then hands over to the Node that package.json pins.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const stamp = join(root, 'node_modules', '.caudal-installed')
const node = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
const lock = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex')

if (!existsSync(node) || !existsSync(stamp) || readFileSync(stamp, 'utf8') !== lock) {
  process.stderr.write('Instalando dependencias (la primera vez tarda uno o dos minutos)…\n')
  const env = { ...process.env, NODE_ENV: 'development' }
  const install = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    env,
    stdio: ['ignore', 2, 2],
  })
  if (install.status !== 0) process.exit(install.status ?? 1)
  if (!existsSync(node)) {
    process.stderr.write(
      'npm no ejecutó los scripts de instalación de «node»: revise ignore-scripts en su configuración.\n'
    )
    process.exit(1)
  }
  writeFileSync(stamp, lock)
}

const [task, ...args] = process.argv.slice(2)
const env = {
  ...process.env,
  PATH: `${join(root, 'node_modules', '.bin')}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH}`,
}
const child = spawn(node, ['--import=@poppinss/ts-exec', join(root, 'bin', 'tasks', `${task}.ts`), ...args], {
  cwd: task === 'cli' ? process.cwd() : root,
  env,
  stdio: 'inherit',
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
