import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright'
import { log } from './environment.js'

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Path of a Chromium for the browser tests: one that is there, else Debian's, else playwright's. Throws when none can be had. */
export function ensureChromium(): string {
  const found = findChromium()
  if (found) return found
  log('Instalando Chromium para las pruebas de navegador…')
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    spawnSync('apt-get', ['update', '-qq'], { stdio: ['ignore', 'ignore', 'inherit'] })
    spawnSync('apt-get', ['install', '-y', '-qq', 'chromium'], { stdio: ['ignore', 'ignore', 'inherit'] })
  }
  if (!findChromium())
    spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: ['ignore', 'ignore', 'inherit'] })
  const installed = findChromium()
  if (!installed)
    throw new Error(
      'No hay Chromium ni se pudo instalar: las pruebas de navegador lo necesitan (variable CHROMIUM).'
    )
  return installed
}

function findChromium(): string | null {
  const bundled = chromium.executablePath()
  return [process.env.CHROMIUM ?? '', ...PLACES, bundled].find((path) => path && existsSync(path)) ?? null
}
