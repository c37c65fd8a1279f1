/**
 * Without these Chromium asks the network for updates and lists at every start, which a closed network answers slowly.
 */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Nothing is drawn by a graphics card: a process for it of its own costs a twelfth of all that a browser does.
  '--in-process-gpu',
];
