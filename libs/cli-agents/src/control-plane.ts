/** The MCP server of the gateway, as the settings of every program name it. */

/** Its name in the settings; programs make the names of its tools from it. */
export const CONTROL_PLANE = 'muster';
/** Has the token of the run. Settings name the variable, so that the token stands in no file. */
export const TOKEN_VARIABLE = 'SERVICE_API_KEY';

export const mcpUrl = (apiUrl: string): string => `${apiUrl}/mcp`;
