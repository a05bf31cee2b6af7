/** The fall back from Node 24 in node_modules to an older one of the machine is silent: look first. */
export function requireNode24() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major >= 24) return;
  console.error(
    `Mirabel needs Node 24 and this is ${process.versions.node}. ` +
      'On Linux `npm ci` brings it (start through npm: `npm start`, `npm test`); elsewhere install Node 24 or newer.',
  );
  process.exit(1);
}
