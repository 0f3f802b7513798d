/** Exits with 0 if the user of this process can make a network. */
import { openNetwork } from '../../src/isolation/network.ts';

const network = await openNetwork({ loopbackPorts: [], isAtOwnAddress: false });
network.close();
