import { writePages } from '../codegen.js'

await writePages()
