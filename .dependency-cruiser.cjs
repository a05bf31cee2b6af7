/** The import rules of ARCHITECTURE.md as errors. */
const tests = '\\.spec\\.ts$';

function only(name, from, allowed, comment) {
  return {
    name,
    severity: 'error',
    comment,
    from: { path: from, pathNot: tests },
    to: { path: '^(src|migrations|test|bench|packages)/', pathNot: [from, ...allowed] },
  };
}

module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-orphan-types',
      severity: 'error',
      // Engines that are compared are installed by whoever compares.
      from: { pathNot: '^bench/engine/peers/' },
      to: { couldNotResolve: true, pathNot: '^(\\.\\./)+dist/' },
    },
    only('kernel-imports-nothing', '^src/kernel/', [], 'The kernel is plain TypeScript that everything may use.'),
    only('text-on-kernel', '^src/text/', ['^src/kernel/'], 'Text analysis is pure.'),
    only('config-on-kernel', '^src/config/', ['^src/kernel/'], 'Settings know nobody.'),
    only('engine-port-on-kernel', '^src/engine/port/', ['^src/kernel/', '^src/text/'], 'The port names no adapter.'),
    only(
      'embedded-engine-on-port',
      '^src/engine/embedded/',
      ['^src/engine/port/', '^src/kernel/', '^src/text/'],
      'An adapter knows its port.',
    ),
    only(
      'opensearch-engine-on-rules',
      '^src/engine/opensearch/',
      ['^src/engine/port/', '^src/engine/embedded/(search|segment)/', '^src/kernel/', '^src/text/'],
      'Ranking, reading and analysis are written once; storage and writing are each engine’s own.',
    ),
    only(
      'platform-on-kernel',
      '^src/platform/',
      ['^src/kernel/', '^src/config/', '^migrations/'],
      'The platform knows no module and no engine.',
    ),
    {
      ...only(
        'modules-on-platform',
        '^src/modules/',
        ['^src/kernel/', '^src/text/', '^src/config/', '^src/platform/', '^src/engine/port/'],
        'A module knows the port, not an adapter.',
      ),
    },
    {
      name: 'modules-by-their-face',
      severity: 'error',
      comment: 'Another module is imported through its index.ts only.',
      from: { path: '^src/modules/([^/]+)/', pathNot: tests },
      to: { path: '^src/modules/([^/]+)/.+', pathNot: ['^src/modules/$1/', '^src/modules/[^/]+/index\\.ts$'] },
    },
    {
      name: 'platform-by-its-face',
      severity: 'error',
      comment: 'A part of the platform is imported through its index.ts only.',
      from: { path: '^src/(?!platform/)', pathNot: tests },
      to: { path: '^src/platform/[^/]+/.+', pathNot: '^src/platform/([^/]+|database/embedded)/index\\.ts$' },
    },
    {
      name: 'engine-without-frameworks',
      severity: 'error',
      comment: 'The engine is usable alone.',
      from: { path: '^src/(engine|text|kernel)/', pathNot: tests },
      to: { path: 'node_modules/(@nestjs|typeorm|pg|fastify|rxjs)/' },
    },
    {
      name: 'typeorm-in-the-platform',
      severity: 'error',
      comment: 'Modules speak SQL through the Transaction of the platform.',
      from: { path: '^src/modules/', pathNot: tests },
      to: { path: 'node_modules/(typeorm|pg)/' },
    },
    only('migrations-stand-alone', '^migrations/', [], 'An old migration must never change its meaning.'),
    only('examples-import-the-public-face', '^examples/', ['^src/public\\.ts$', '^dist/'], 'As an outside team would.'),
    ...['panel', 'sdk', 'storefront', 'widget'].map((name) =>
      only(
        `${name}-stands-alone`,
        `^packages/${name}/(?!test/)`,
        [],
        'A package runs in a browser and knows another one by what that publishes.',
      ),
    ),
    {
      name: 'service-without-packages',
      severity: 'error',
      comment: 'The service serves what is built of them; it imports none of their sources.',
      from: { path: '^(src|migrations)/' },
      to: { path: '^packages/' },
    },
    {
      name: 'composition-root-is-the-top',
      severity: 'error',
      comment: 'Only entry points, tests and outside teams import the composition root.',
      from: {
        path: '^src/',
        pathNot: [
          '^src/(main|cli|public|generated|start-service|welcome|create-application)\\.ts$',
          '^src/cli/',
          tests,
        ],
      },
      to: { path: '^src/(create-application|public|start-service|main|cli)\\.ts$' },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
