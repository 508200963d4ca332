import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { disguises, edgeAddresses } from '../../test/ssrf-targets.js';
import { classifyAddress } from './classify-address.js';
import { createTargetRules, type TargetOptions } from './target-rules.js';

const shipped = createTargetRules('test', {}, () => new Set());

function isAllowed(address: string, options?: TargetOptions): boolean {
  const rules =
    options === undefined ? shipped : createTargetRules('test', options, () => new Set());
  return classifyAddress(address, rules).type === 'allowed';
}

const ipv4 = fc.ipV4();
const hextets = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 });
const spelled = (parts: readonly number[]) => parts.map((part) => part.toString(16)).join(':');

describe('the shipped verdict', () => {
  it('is that of the registries at the edges of every range', () => {
    const edges = edgeAddresses();
    expect(edges.length).toBeGreaterThan(200);
    const allowed = edges.filter(({ address }) => isAllowed(address)).map(({ address }) => address);
    expect(allowed).toEqual(edges.filter(({ refused }) => !refused).map(({ address }) => address));
  });

  it.each(['8.8.8.8', '1.1.1.1', '168.63.129.15', '2606:4700::1111', '2001:4860:4860::8888'])(
    'allows %s, over TLS alone',
    (address) => {
      expect(classifyAddress(address, shipped)).toEqual({ type: 'allowed', http: false });
    },
  );

  it("on a NAT64 address is that on the embedded IPv4 address, whatever the operator's options", () => {
    const options = { allow: ['10.0.0.0/8'], deny: ['8.0.0.0/6'], allowHttp: ['0.0.0.0/1'] };
    for (const rules of [shipped, createTargetRules('test', options, () => new Set(['9.9.9.9']))]) {
      fc.assert(
        fc.property(ipv4, (address) => {
          const translated = classifyAddress(`64:ff9b::${address}`, rules);
          expect(translated).toEqual(classifyAddress(address, rules));
        }),
      );
    }
  });

  it('refuses all of ::/8 but NAT64', () => {
    fc.assert(
      fc.property(hextets, ([first = 0, ...rest]) => {
        const parts = [first & 0xff, ...rest];
        fc.pre(!spelled(parts).startsWith('64:ff9b:0:0:0:0:'));
        expect(isAllowed(spelled(parts))).toBe(false);
      }),
    );
  });

  it('refuses everything outside 2000::/3 but NAT64', () => {
    fc.assert(
      fc.property(hextets, (parts) => {
        fc.pre(parts[0]! >> 13 !== 1 && !spelled(parts).startsWith('64:ff9b:0:0:0:0:'));
        expect(isAllowed(spelled(parts))).toBe(false);
      }),
    );
  });

  it('refuses every IPv4 address in disguise, public ones too, but for NAT64', () => {
    fc.assert(
      fc.property(ipv4, (address) => {
        const passing = disguises(address).filter((disguise) => isAllowed(disguise));
        expect(passing).toEqual(isAllowed(address) ? [`64:ff9b::${address}`] : []);
      }),
    );
  });

  it('refuses what is no address and throws for nothing', () => {
    const garbage = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.stringMatching(/^[0-9a-fx:.%/[\] ]*$/),
    );
    fc.assert(
      fc.property(garbage, (text) => {
        const verdict = classifyAddress(text, shipped);
        expect(verdict.type === 'refused' || !/[^0-9a-f:.]/i.test(text)).toBe(true);
      }),
    );
  });
});

describe('an operator', () => {
  it.each<[string, string, TargetOptions, boolean]>([
    ['opens a private range', '10.1.2.3', { allow: ['10.0.0.0/8'] }, true],
    ['leaves public addresses open', '11.0.0.1', { allow: ['10.0.0.0/8'] }, true],
    ['leaves the rest closed', '172.16.0.1', { allow: ['10.0.0.0/8'] }, false],
    ['opens one address', '127.0.0.1', { allow: ['127.0.0.1/32'] }, true],
    ['does not open its neighbour', '127.0.0.2', { allow: ['127.0.0.1/32'] }, false],
    ['opens its mapped spelling', '::ffff:7f00:1', { allow: ['127.0.0.1/32'] }, true],
    ['does not open its compatible spelling', '::127.0.0.1', { allow: ['127.0.0.1/32'] }, false],
    ['opens a mapped range', '10.1.2.3', { allow: ['::ffff:10.0.0.0/104'] }, true],
    ['opens unique local addresses', 'fd00::1', { allow: ['fd00::/8'] }, true],
    ['opens no IPv4 with an IPv6 range', '::ffff:127.0.0.1', { allow: ['::/0'] }, false],
    ['closes a public range', '8.8.8.8', { deny: ['8.8.8.0/24'] }, false],
    ['closes it behind NAT64', '64:ff9b::808:808', { deny: ['8.8.8.0/24'] }, false],
    ['closes all of NAT64', '64:ff9b::808:808', { deny: ['64:ff9b::/96'] }, false],
    [
      'closes what they opened',
      '10.1.2.3',
      { allow: ['10.0.0.0/8'], deny: ['10.1.0.0/16'] },
      false,
    ],
    ['opens nothing by allowing http', '127.0.0.1', { allowHttp: ['127.0.0.1/32'] }, false],
  ])('%s: %s', (_, address, options, allowed) => {
    expect(isAllowed(address, options)).toBe(allowed);
  });

  it('allows http to just the addresses they name', () => {
    const rules = createTargetRules('test', {
      allow: ['127.0.0.0/8'],
      allowHttp: ['127.0.0.1/32'],
    });
    expect(classifyAddress('127.0.0.1', rules)).toEqual({ type: 'allowed', http: true });
    expect(classifyAddress('127.0.0.2', rules)).toEqual({ type: 'allowed', http: false });
  });
});

describe('an address of the machine itself', () => {
  const own = () => new Set(['8.8.8.8', '2606:4700::1111']);

  it.each(['8.8.8.8', '64:ff9b::8.8.8.8', '2606:4700:0::1111'])('is refused: %s', (address) => {
    expect(classifyAddress(address, createTargetRules('test', {}, own)).type).toBe('refused');
  });

  it('is a target if the operator allows it', () => {
    const rules = createTargetRules('test', { allow: ['8.8.8.8/32'] }, own);
    expect(classifyAddress('8.8.8.8', rules).type).toBe('allowed');
  });
});
