import { readAreas } from './bin/tasks/read_areas.ts'

/** An import may only point down, and two areas of one floor do not know each other; each area tells its floor in its area.ts. */
const areas = readAreas()
const folders = ['kernel', ...areas.map(({ name }) => name)]

const folder = (area) => `^app/${area}/`

/** Folders of the areas on higher floors, and beside it unless it is on the top one, which collects them all. */
const top = Math.max(...areas.map(({ floor }) => floor))
const barredFrom = (name, floor) =>
  areas
    .filter((other) => other.name !== name && (other.floor > floor || (other.floor === floor && floor < top)))
    .map((other) => folder(other.name))

export default {
  forbidden: [
    ...areas
      .map(({ name, floor }) => ({
        name: `${name}-stays-on-its-floor`,
        severity: 'error',
        from: { path: folder(name) },
        to: { path: barredFrom(name, floor) },
      }))
      .filter((rule) => rule.to.path.length > 0),
    {
      name: 'kernel-knows-no-area',
      severity: 'error',
      from: { path: folder('kernel') },
      to: { path: areas.map(({ name }) => folder(name)) },
    },
    {
      name: 'every-area-has-a-floor',
      severity: 'error',
      from: { path: '^app/', pathNot: folders.map(folder) },
      to: {},
    },
    {
      name: 'no-cycles',
      severity: 'error',
      from: { path: '^(app|inertia)/' },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only', 'dynamic-import'] } },
    },
    {
      name: 'pages-live-on-props',
      severity: 'error',
      from: { path: '^inertia/' },
      to: { path: '^(app|database|start|config|bin)/', pathNot: '^app/kernel/(?!http/|sql|listing)' },
    },
    {
      name: 'controllers-open-no-transaction',
      severity: 'error',
      from: { path: '_controller\\.ts$' },
      to: { path: 'lucid/(build/)?services/db|^app/kernel/database/sql' },
    },
    {
      name: 'models-know-no-actions',
      severity: 'error',
      from: { path: '^app/[^/]+/models/' },
      to: { path: '^app/[^/]+/(actions|controllers)/' },
    },
    {
      name: 'actions-know-no-http',
      severity: 'error',
      from: { path: '^app/[^/]+/(actions|queries|postings|workflows|models|jobs)/' },
      to: { path: '^app/[^/]+/(controllers|http)/', dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js'] },
  },
}
