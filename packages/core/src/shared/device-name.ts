/** What a `User-Agent` header contains, and what people call it. The first that matches wins: many name several. */
const BROWSERS = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;

const SYSTEMS = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['CrOS', 'ChromeOS'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/**
 * Names a device for people, by the `User-Agent` header of its sign-in. Returns the header as it is where it names no
 * known browser or system.
 *
 * @example
 * deviceName('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'); // 'Firefox, Linux'
 */
export function deviceName(userAgent: string): string {
  const named = [BROWSERS, SYSTEMS].flatMap((known) => {
    const found = known.find(([part]) => userAgent.includes(part));
    return found === undefined ? [] : [found[1]];
  });
  return named.length === 0 ? userAgent : named.join(', ');
}
