/**
 * The fifteen floors: an import may only point down, and two areas of one floor do not know each other.
 * An area that is not in this list fails the check.
 */
const floors = [
  ['kernel'],
  ['audit', 'files', 'mail', 'jobs'],
  ['identity'],
  ['ledger'],
  ['sites'],
  ['accounts', 'blacklist'],
  ['providers', 'employees'],
  ['profiles'],
  ['contracts'],
  ['invoices', 'loans', 'expenses', 'legal', 'bookings', 'payroll'],
  ['rebilling', 'taxes'],
  ['payments'],
  ['reconciliation', 'connectors'],
  ['banks', 'cards', 'virtuals', 'accounting', 'monitoring'],
  ['hotels', 'reports', 'demo', 'web'],
]

const folder = (area) => `^app/${area}/`

export default {
  forbidden: [
    ...floors
      .flatMap((areas, index) =>
        areas.map((area) => ({
          name: `${area}-stays-on-its-floor`,
          severity: 'error',
          from: { path: folder(area) },
          to: {
            path: [
              ...floors.slice(index + 1).flat(),
              ...(index === floors.length - 1 ? [] : areas.filter((sibling) => sibling !== area)),
            ].map(folder),
          },
        }))
      )
      .filter((rule) => rule.to.path.length > 0),
    {
      name: 'every-area-has-a-floor',
      severity: 'error',
      from: { path: '^app/', pathNot: floors.flat().map(folder) },
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
      to: { path: 'lucid/(build/)?services/db|^app/kernel/sql' },
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
