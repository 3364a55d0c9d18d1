import { existsSync } from 'node:fs'
import { loadEnvFile } from 'node:process'

// Before anything else reads the environment: a task that refuses to touch a given database, or takes it out of the
// environment for a database of its own, must know of the one in the file too.
if (existsSync('.env')) loadEnvFile('.env')
